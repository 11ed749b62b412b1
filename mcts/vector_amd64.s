#include "textflag.h"

// Permutations that take the lower and the upper halves of sixteen words in two
// vectors apart.
DATA ·lowers+0(SB)/8, $0x0000000200000000
DATA ·lowers+8(SB)/8, $0x0000000600000004
DATA ·lowers+16(SB)/8, $0x0000000a00000008
DATA ·lowers+24(SB)/8, $0x0000000e0000000c
DATA ·lowers+32(SB)/8, $0x0000001200000010
DATA ·lowers+40(SB)/8, $0x0000001600000014
DATA ·lowers+48(SB)/8, $0x0000001a00000018
DATA ·lowers+56(SB)/8, $0x0000001e0000001c
GLOBL ·lowers(SB), RODATA|NOPTR, $64

DATA ·uppers+0(SB)/8, $0x0000000300000001
DATA ·uppers+8(SB)/8, $0x0000000700000005
DATA ·uppers+16(SB)/8, $0x0000000b00000009
DATA ·uppers+24(SB)/8, $0x0000000f0000000d
DATA ·uppers+32(SB)/8, $0x0000001300000011
DATA ·uppers+40(SB)/8, $0x0000001700000015
DATA ·uppers+48(SB)/8, $0x0000001b00000019
DATA ·uppers+56(SB)/8, $0x0000001f0000001d
GLOBL ·uppers(SB), RODATA|NOPTR, $64

DATA ·one+0(SB)/4, $0x3f800000
GLOBL ·one(SB), RODATA|NOPTR, $4

DATA ·minusInfinity+0(SB)/4, $0xff800000
GLOBL ·minusInfinity(SB), RODATA|NOPTR, $4

// What of a tally's lower half is the count: countMask.
DATA ·counts+0(SB)/4, $0x1fffffff
GLOBL ·counts(SB), RODATA|NOPTR, $4

// func bestVector(visits, rave *uint64, n int, perEquivalence, explore float32, worthless uint32, start int, worths *float32) (slot int, worth float32)
TEXT ·bestVector(SB), NOSPLIT, $0-68
	MOVQ visits+0(FP), SI
	MOVQ rave+8(FP), DI
	MOVQ n+16(FP), R9
	VBROADCASTSS perEquivalence+24(FP), Z16
	VBROADCASTSS explore+28(FP), Z17
	MOVL explore+28(FP), R11
	MOVL worthless+32(FP), AX
	VPBROADCASTD AX, Z22
	VPBROADCASTD ·counts(SB), Z23
	MOVQ worths+48(FP), R8
	MOVQ $16, R13
	VMOVDQU64 ·lowers(SB), Z18
	VMOVDQU64 ·uppers(SB), Z19
	VBROADCASTSS ·one(SB), Z20
	VBROADCASTSS ·minusInfinity(SB), Z21 // the highest worth so far, by lane
	XORL BX, BX

worth:
	// K3 and K2 are the lanes of a block of sixteen when R9 are left. In the
	// others everything is 0, and their worth no number.
	MOVQ R9, R10
	CMPQ R10, $16
	CMOVQGT R13, R10
	MOVL $0xffff, AX
	BZHIL R10, AX, AX
	KMOVW AX, K3
	KSHIFTRW $8, K3, K2
	VMOVDQU64.Z (SI), K3, Z0
	VMOVDQU64.Z 64(SI), K2, Z1
	VMOVDQU64.Z (DI), K3, Z2
	VMOVDQU64.Z 64(DI), K2, Z3
	VMOVDQA64 Z0, Z4
	VPERMT2D Z1, Z18, Z4    // n: visits
	VPERMT2D Z1, Z19, Z0    // w: their results
	VMOVDQA64 Z2, Z5
	VPERMT2D Z3, Z18, Z5    // m: simulations of RAVE
	VPERMT2D Z3, Z19, Z2    // v: their results
	VPTESTNMD Z22, Z4, K1   // what is not worthless
	VPANDD Z23, Z4, Z4
	VCVTUDQ2PS Z4, Z4
	VCVTUDQ2PS Z0, Z0
	VCVTUDQ2PS Z5, Z5
	VCVTUDQ2PS Z2, Z2
	VMULPS Z16, Z5, Z6
	VADDPS Z6, Z20, Z6      // t = 1 + m/k
	VMULPS Z6, Z0, Z7
	VADDPS Z7, Z2, Z7       // v + w*t
	VMULPS Z6, Z4, Z8
	VADDPS Z8, Z5, Z8       // m + n*t
	VDIVPS.Z Z8, Z7, K1, Z9
	TESTL R11, R11
	JEQ greedy
	VSQRTPS Z4, Z10
	VDIVPS Z10, Z17, Z10
	VADDPS Z10, Z9, K1, Z9

greedy:
	VMOVUPS Z9, (R8)(BX*4)
	VMAXPS Z21, Z9, Z21     // what it was, if the worth is no number
	ADDQ $128, SI
	ADDQ $128, DI
	ADDQ $16, BX
	SUBQ $16, R9
	JGT worth

	// The highest of all lanes, in all lanes.
	VSHUFF64X2 $0x4e, Z21, Z21, Z0
	VMAXPS Z0, Z21, Z21
	VSHUFF64X2 $0xb1, Z21, Z21, Z0
	VMAXPS Z0, Z21, Z21
	VPERMILPS $0x4e, Z21, Z0
	VMAXPS Z0, Z21, Z21
	VPERMILPS $0xb1, Z21, Z0
	VMAXPS Z0, Z21, Z21
	VMOVSS X21, worth+64(FP)

	// Which has it, in fours of blocks: R14 of all, R15 of those from start on. From
	// the last four to the first, so that nothing has to be decided: a later find
	// replaces the earlier. Behind the last block nothing is the highest.
	VBROADCASTSS ·minusInfinity(SB), Z0
	VMOVUPS Z0, (R8)(BX*4)
	VMOVUPS Z0, 64(R8)(BX*4)
	VMOVUPS Z0, 128(R8)(BX*4)
	ADDQ $48, BX
	ANDQ $-64, BX
	MOVQ start+40(FP), R12
	MOVQ $-1, R15
	MOVQ $-1, DX
	XORL SI, SI

which:
	SUBQ $64, BX
	VCMPPS $0, (R8)(BX*4), Z21, K1
	VCMPPS $0, 64(R8)(BX*4), Z21, K2
	VCMPPS $0, 128(R8)(BX*4), Z21, K3
	VCMPPS $0, 192(R8)(BX*4), Z21, K4
	KUNPCKWD K1, K2, K1
	KUNPCKWD K3, K4, K3
	KUNPCKDQ K1, K3, K1
	KMOVQ K1, AX
	MOVQ R12, CX            // of the four, so many are before start
	SUBQ BX, CX
	CMOVQLT SI, CX
	SHLXQ CX, DX, R10
	CMPQ CX, $64
	CMOVQGE SI, R10
	ANDQ AX, R10            // those that are not
	TZCNTQ AX, DI
	ADDQ BX, DI
	TESTQ AX, AX
	CMOVQNE DI, R14
	TZCNTQ R10, DI
	ADDQ BX, DI
	TESTQ R10, R10
	CMOVQNE DI, R15
	TESTQ BX, BX
	JNE which

	TESTQ R15, R15
	CMOVQLT R14, R15
	MOVQ R15, slot+56(FP)
	VZEROUPPER
	RET

// func addRAVEVector(rave, plays, moves *uint64, words int, result uint64)
TEXT ·addRAVEVector(SB), NOSPLIT, $0-40
	MOVQ rave+0(FP), DI
	MOVQ plays+8(FP), SI
	MOVQ moves+16(FP), BX
	MOVQ words+24(FP), DX
	VPBROADCASTQ result+32(FP), Z0

word:
	MOVQ (SI), AX
	MOVQ (BX), CX
	PEXTQ AX, CX, CX
	POPCNTQ AX, AX

eight:
	TESTQ CX, CX
	JEQ next
	KMOVB CX, K1
	VPADDQ (DI), Z0, K1, Z1
	VMOVDQU64 Z1, K1, (DI)
	SHRQ $8, CX
	ADDQ $64, DI
	SUBQ $8, AX
	JMP eight

next:
	LEAQ (DI)(AX*8), DI
	ADDQ $8, SI
	ADDQ $8, BX
	DECQ DX
	JNE word
	VZEROUPPER
	RET

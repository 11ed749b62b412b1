package sgf

import (
	"bytes"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// charset is an encoding with the name that it has in Tree.Charset.
type charset struct {
	name string
	enc  encoding.Encoding
}

var (
	utf8Charset   = charset{"utf-8", utf.UTF8}
	latin1Charset = charset{"windows-1252", charmap.Windows1252}
	jisCharset    = charset{"iso-2022-jp", japanese.ISO2022JP}

	// sniffed are the encodings that are tried when a file is no UTF-8 and
	// does not say truthfully what it is. Earlier ones win ties.
	sniffed = []charset{
		utf8Charset, // with a broken byte here and there
		{"gb18030", simplifiedchinese.GB18030},
		{"big5", traditionalchinese.Big5},
		{"shift_jis", japanese.ShiftJIS},
		{"euc-kr", korean.EUCKR},
		{"euc-jp", japanese.EUCJP},
		latin1Charset,
	}
)

// charsetAliases are names seen in files that the WHATWG list of names lacks.
var charsetAliases = map[string]string{
	"utf8": "utf-8", "unicode": "utf-8",
	"gb": "gb18030", "gb2312": "gb18030", "gbk": "gb18030", "cp936": "gb18030", "ms936": "gb18030", "gb_2312-80": "gb18030", "euc-cn": "gb18030",
	"cp950": "big5", "ms950": "big5",
	"cp932": "shift_jis", "ms932": "shift_jis", "sjis": "shift_jis", "shift-jis": "shift_jis", "shiftjis": "shift_jis",
	"cp949": "euc-kr", "ms949": "euc-kr", "uhc": "euc-kr", "euckr": "euc-kr",
	"eucjp": "euc-jp", "jis": "iso-2022-jp",
	"latin-1": "windows-1252", "iso8859_1": "windows-1252",
}

// charsetNamed finds an encoding by a name as CA gives it.
func charsetNamed(name string) (c charset, ok bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if alias, known := charsetAliases[name]; known {
		name = alias
	}
	if name == utf8Charset.name {
		return utf8Charset, true
	}
	for _, c := range sniffed {
		if c.name == name {
			return c, true
		}
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		return charset{}, false
	}
	canonical, err := htmlindex.Name(enc)
	if err != nil || strings.HasPrefix(canonical, "utf-16") || canonical == "replacement" {
		return charset{}, false
	}
	return charset{canonical, enc}, true
}

// declared returns the value of CA in the raw bytes of a game, "" without one.
// The names of encodings are ASCII, so they can be read before decoding.
func declared(game []byte) string {
	for from := 0; ; {
		i := bytes.Index(game[from:], []byte("CA["))
		if i < 0 {
			return ""
		}
		i += from
		from = i + 3
		if i > 0 && isIdentByte(game[i-1], 0) {
			continue
		}
		const longest = 40
		value := game[from:min(len(game), from+longest)]
		if end := bytes.IndexByte(value, ']'); end >= 0 {
			return string(bytes.TrimSpace(value[:end]))
		}
		return ""
	}
}

// decode returns the bytes as UTF-8. Unless final, a character that the end
// cuts is left for later. Bytes that mean nothing become U+FFFD.
func (c charset) decode(raw []byte, final bool) []byte {
	decoder := c.enc.NewDecoder()
	decoded := make([]byte, len(raw)+len(raw)/2+64)
	n, used := 0, 0
	for {
		nDst, nSrc, err := decoder.Transform(decoded[n:], raw[used:], final)
		n += nDst
		used += nSrc
		if !errors.Is(err, transform.ErrShortDst) {
			return decoded[:n]
		}
		decoded = append(decoded, make([]byte, len(decoded))...)
	}
}

// rawOffsets translates offsets into decoded text, which come in ascending
// order, into offsets into the raw bytes, by decoding once more.
type rawOffsets struct {
	decoder       *encoding.Decoder
	raw           []byte
	buffer        [512]byte
	decoded, used int
}

func newRawOffsets(c charset, raw []byte) *rawOffsets {
	return &rawOffsets{decoder: c.enc.NewDecoder(), raw: raw}
}

func (o *rawOffsets) at(decoded int) int {
	for o.decoded < decoded {
		room := min(decoded-o.decoded, len(o.buffer))
		nDst, nSrc, _ := o.decoder.Transform(o.buffer[:room], o.raw[o.used:], true)
		if nSrc == 0 {
			break // inside a character
		}
		o.decoded += nDst
		o.used += nSrc
	}
	return o.used
}

// plausibility says how much decoded text looks like the text of Go records,
// from about -4 (garbage) to 1, as the mean over what is not ASCII. The number
// of such characters comes with it.
func plausibility(text []byte) (mean float64, count int) {
	var sum float64
	var last rune
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			last = rune(text[i])
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		i += n
		count++
		next := rune(' ')
		if i < len(text) {
			next = rune(text[i])
		}
		sum += weight(r, isASCIILetter(last) || isASCIILetter(next))
		last = r
	}
	if count == 0 {
		return 0, 0
	}
	return sum / float64(count), count
}

func isASCIILetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// weight says how well one character fits; inWord, that an ASCII letter is
// next to it.
func weight(r rune, inWord bool) float64 {
	switch {
	case r == utf8.RuneError || r < 0xA0 || unicode.Is(unicode.Co, r):
		return -4
	case r < 0x180:
		// Accented letters stand among plain ones. A multi-byte text read as
		// Latin-1 gives letters and signs in no order.
		switch {
		case !unicode.IsLetter(r):
			return -0.5
		case inWord:
			return 0.8
		}
		return -0.3
	case commonRunes.has(r):
		return 1
	case 0x3041 <= r && r <= 0x30FE: // hiragana, katakana
		return 0.9
	case 0x3000 <= r && r <= 0x303F, 0xFF01 <= r && r <= 0xFF5E: // punctuation, full-width forms
		return 0.6
	case 0x4E00 <= r && r <= 0x9FFF:
		return 0
	case 0xAC00 <= r && r <= 0xD7A3: // Hangul
		return 0.2
	case unicode.IsLetter(r) && r < 0x2000: // Greek, Cyrillic and others
		return -0.1
	}
	return -1
}

// runeSet is a set of the characters of the basic plane.
type runeSet [1 << 16 / 64]uint64

func newRuneSet(text string) *runeSet {
	set := new(runeSet)
	for _, r := range text {
		set[r>>6&0x3FF] |= 1 << (r & 63)
	}
	return set
}

func (s *runeSet) has(r rune) bool { return r < 1<<16 && s[r>>6]&(1<<(r&63)) != 0 }

// commonRunes are frequent in names of players, events and comments: the words
// of the game, surnames, numbers, function words. They decide between encodings
// under which the same bytes give some character each.
var commonRunes = newRuneSet(
	// Words of the game, in Chinese (both scripts) and Japanese.
	"黑白黒棋围圍碁子目胜勝负負中盘盤押段级級九八七六五四三二一十百千手先番劫提征死活地势勢打入定石角边邊大小飞飛跳尖长長断斷" +
		"贴貼让讓半又数數不计計和局谱譜解说說评評妙恶惡好形厚薄味急所布星天元高低挂掛夹夾靠虎冲衝挡擋退压壓扳接粘虚着時时间間秒读讀超共第届屆期次回轮輪场場" +
		"杯赛賽战戰名人王座圣聖本因坊棋甲乙联聯团團体體冠军軍决決预預选選国國际際世界中华華日韩韓朝鲜鮮美台湾灣北京上海东東南西应應氏农農心三星丰豊田富士通春兰蘭倡业業余餘职職业" +
		// Function words and frequent characters.
		"的是了在有我他这這个個们們来來到时大地为為子说說生国年着就那和要出也得里裡后後自以会會家可下而过過天去能对對小多然于於心学學么麼之都好看起发發当當没沒成只如事把还還用第样樣道想作种種开開" +
		"上从從面方公新月日分动動无無此正问問前同最但现現已经經比更因其所样点點网網站网络絡友室电電脑腦男女老师師生少年儿兒童" +
		// Surnames and given names.
		"李王张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯古力常昊柯洁潔聂聶卫衛平俞斌申真谞諝昌镐鎬曹薰铉鉉世石朴永训訓志明文光伟偉华建军武勇俊杰傑峰强強毅" +
		"木村山本田中小川林加藤井伊佐吉松清高橋渡辺武宮正樹治勲光一秀策丈和道策吴清源橋本宇太郎岩谷川坂梅沢依紀基羽直結城聡瀬河野臨張栩之美" +
		// Frequent syllables of Korean names and words.
		"이김박최정강조윤장임한오서신권황안송유홍전고문손양배백허남심노하곽성차주우구민류나진지엄원천방공현함변염추도석선설마길연위표명기반왕금옥" +
		"흑백승패불계집바둑단급대회국제결본선예제일기전프로아마세계한중일의을를은는에가다로고과와도리스자사수인시동영창호훈치석돌준환철희")

// plausible is the mean above which an encoding is taken without trying others.
const plausible = 0.5

// sniff chooses the encoding of a game that is not clean UTF-8. window starts
// with the game; final says that the file ends with the window. last is the
// encoding of the game before, a hint. sure is false if a longer window might
// tell more.
func sniff(window []byte, final bool, last string) (best charset, sure bool) {
	bestScore := -100.0
	try := func(c charset, bonus float64) {
		text := c.decode(window, final)
		end := scanner{plain: true}
		status := end.scan(text, final)
		mean, count := plausibility(text[:end.pos])
		switch {
		case count == 0:
			mean = -4
		case c.name == utf8Charset.name && 4*bytes.Count(text[:end.pos], []byte("\uFFFD")) <= count:
			// Other encodings hardly ever look like UTF-8 with a few mistakes.
			mean++
		}
		if mean += bonus; mean > bestScore {
			best, bestScore, sure = c, mean, status == scanEnd || status == scanCut
		}
	}
	named, isNamed := charsetNamed(declared(window))
	if isNamed {
		// A file usually tells the truth: only text that is plainly wrong under
		// its own encoding is worth a second look. Latin-1 fits everything.
		if try(named, 0); bestScore >= 0 && named.name != latin1Charset.name {
			return best, sure
		}
		bestScore += 0.5
	} else if before, ok := charsetNamed(last); ok {
		if try(before, 0.1); bestScore >= plausible {
			return best, sure
		}
	}
	for _, c := range sniffed {
		if c.name != named.name && c.name != last {
			try(c, 0)
		}
	}
	return best, sure
}

// Package plots draws the figures of studies and benchmarks: curves with their
// intervals, dots with error bars, histograms. A [Figure] is plain data; [Figure.Save]
// writes it as PNG and as SVG. The same figure gives the same bytes. A [Sheet] has
// several figures under one title.
//
// Colors are those of Okabe and Ito (Color Universal Design, 2008), which people
// who see colors differently can tell apart too.
package plots

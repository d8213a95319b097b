const BOARD = '#d9c7a8'
const EDGE = '#8a7250'

/** Draws a closed box on a neutral background as an SVG of this size in pixels. */
export function drawPlaceholder(width: number, height: number): string {
  const side = Math.min(width, height) * 0.4
  const left = (width - side) / 2
  const top = (height - side * 0.8) / 2
  const at = (value: number) => String(Math.round(value * 100) / 100)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="No picture">`,
    `<rect width="${width}" height="${height}" fill="#f1ece2"/>`,
    `<rect x="${at(left)}" y="${at(top)}" width="${at(side)}" height="${at(side * 0.8)}" fill="${BOARD}" stroke="${EDGE}" stroke-width="${at(side / 40)}"/>`,
    `<path d="M${at(left)} ${at(top + side * 0.25)}h${at(side)}M${at(left + side / 2)} ${at(top)}v${at(side * 0.4)}" stroke="${EDGE}" stroke-width="${at(side / 40)}"/>`,
    '</svg>',
  ].join('')
}

import { join } from 'node:path'
import { composePng, type Layer } from '#server/platform/vendors/image.ts'

/** Size of a social card, in pixels. */
const CARD = { width: 1200, height: 630 } as const

/** Size of a drawing alone, in pixels. */
const PLAIN = { width: 1200, height: 900 } as const

const DRAWING = { width: 840, height: 630 } as const // 4:3, as all drawings
const PANEL = { left: DRAWING.width, width: CARD.width - DRAWING.width } as const
const MARGIN = 32
const TEXT_WIDTH = PANEL.width - 2 * MARGIN
const PAPER = '#ffffff'
const INK = '#12173a'
const FONT = { file: join(import.meta.dirname, '../../platform/vendors/fonts/archivo-display.ttf'), family: 'Archivo SemiBold' } as const
/** Length from which a name is set in smaller type. */
const LONG_NAME = 34
const SHOP_TOP = CARD.height - MARGIN - 34

/** The fold between drawing and panel, and the logo: two liners and a flute. */
const PANEL_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="${PANEL.width}" height="${CARD.height}"><path d="M0 0h${PANEL.width}v${CARD.height}H0z" fill="${PAPER}"/><path d="M3 0v${CARD.height}" stroke="${INK}" stroke-width="6" stroke-dasharray="22 14"/><g transform="translate(${MARGIN} ${SHOP_TOP - 4}) scale(1.6)" fill="none"><path d="M0 3h34M0 21h34" stroke="${INK}" stroke-width="2.6"/><path d="M1 12q4-9 8 0t8 0 8 0 8 0" stroke="#c99b5f" stroke-width="3"/></g></svg>`

/** Edge of a small picture, in pixels: twice the size that emails show. */
const SMALL = 144

/** Draws a product's bold drawing as a small PNG, for emails. */
export function drawSmall(svg: string): Promise<Buffer> {
  const size = { width: SMALL, height: SMALL }
  return composePng(size, PAPER, [{ svg, ...size, left: 0, top: 0 }])
}

/** Draws a product's drawing alone as a PNG, for feeds: those who read them take neither SVG nor text in a picture. */
export function drawPlain(svg: string): Promise<Buffer> {
  return composePng(PLAIN, PAPER, [{ svg, ...PLAIN, left: 0, top: 0 }])
}

/** Draws the social card of a page, a PNG of its drawing, its name and the shop's name. */
export function drawSocialCard(svg: string, name: string, shop: string): Promise<Buffer> {
  const size = name.length >= LONG_NAME ? 32 : 42
  const layers: Layer[] = [
    { svg: svg.replaceAll('Arial,Helvetica', `'${FONT.family}',Arial`), ...DRAWING, left: 0, top: 0 },
    { svg: PANEL_SVG, ...PANEL, height: CARD.height, top: 0 },
    { text: name, font: { ...FONT, size }, color: INK, width: TEXT_WIDTH, left: PANEL.left + MARGIN, top: MARGIN + 8 },
    { text: shop, font: { ...FONT, size: 32 }, color: INK, width: TEXT_WIDTH, left: PANEL.left + MARGIN + 70, top: SHOP_TOP + 2 },
  ]
  return composePng(CARD, PAPER, layers)
}

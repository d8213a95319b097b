import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { printMoreLetters } from './pdf-letters.ts'

/* Page setup of documents: size, colors and fonts, and how tagged content is added. */

/** Metadata of a document. */
export interface PdfFacts {
  title: string
  /** One sentence. */
  subject: string
  author: string
  createdAt: Date
  /** E-invoice (CII) that is put into the file, which then is a Factur-X of the profile EN 16931; absent for none. */
  eInvoice?: string
}

const FONTS = join(import.meta.dirname, 'fonts')
const CUTS = ['text', 'bold', 'display'] as const
/** Print colors, those of the screens in light mode. */
export const INK = { ink: '#12173a', soft: '#474d6e', blue: '#2334a8', line: '#d5d9e5', tint: '#e9ecf3', kraft: '#c99b5f' }
/** A4 in points, with its margins. */
const PAGE = { width: 595.28, height: 841.89, side: 52, top: 80, bottom: 64 }
/** Left edge and width of the text. */
export const LEFT = PAGE.side
export const WIDTH = PAGE.width - 2 * PAGE.side
/** Bottom edge of the text above the footer. */
export const BOTTOM = PAGE.height - PAGE.bottom

type Element = PDFKit.PDFStructureElement
type ElementOptions = PDFKit.Mixins.StructureElementOptions & {
  /** Scope of a header cell. */
  scope?: 'Column' | 'Row'
  /** Bounding box of a figure: left, top, right, bottom on its page. */
  bbox?: [number, number, number, number]
}

/** An open document: its structure tree, and methods to add to it. */
export interface Sheet {
  doc: PDFKit.PDFDocument
  root: Element
  /** Adds a structure element; `paint` null: it only contains other elements. */
  add: (parent: Element, tag: string, paint: (() => void) | null, options?: ElementOptions) => Element
  /** Draws an artifact, which screen readers skip. */
  ornament: (paint: () => void, type?: 'Layout' | 'Pagination') => void
  /** Starts a new page unless this many points are left on the current one. */
  room: (height: number) => void
  down: (points: number) => void
  use: (font: (typeof CUTS)[number], size: number, ink: string) => PDFKit.PDFDocument
  /** Writes characters that no font has in Latin letters. */
  words: (text: string) => string
  /** Returns true once `words` has written a letter in Latin letters. */
  isRewritten: () => boolean
}

/** Name of the file in a Factur-X. */
const FACTUR_X = 'factur-x.xml'

const escapeXml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.codePointAt(0)};`)

/** Facts of a Factur-X in the metadata, with the description of their names that PDF/A asks for (Factur-X 1.0, annex). */
function facturXMetadata(): string {
  const names = [
    ['DocumentFileName', 'Name of the embedded XML document'],
    ['DocumentType', 'Type of the hybrid document'],
    ['Version', 'Version of the standard of the embedded XML document'],
    ['ConformanceLevel', 'Conformance level of the embedded XML document'],
  ]
  const described = names.map(
    ([name = '', text = '']) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${escapeXml(text)}</pdfaProperty:description></rdf:li>`,
  )
  const uri = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
  return `
<rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about=""><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
<rdf:Description xmlns:fx="${uri}" rdf:about=""><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${FACTUR_X}</fx:DocumentFileName>
<fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>`
}

/** Puts an e-invoice into a document, as the alternative of what it shows. */
function addEInvoice(doc: PDFKit.PDFDocument, xml: string, createdAt: Date): void {
  doc.file(Buffer.from(xml), {
    name: FACTUR_X,
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: createdAt,
    modifiedDate: createdAt,
  } as PDFKit.Mixins.PDFAttachmentOptions) // its types lack the relationship
  const metadata = doc as unknown as { appendXML: (xml: string) => void } // and this method
  metadata.appendXML(facturXMetadata())
}

function openDocument({ title, subject, author, createdAt, eInvoice }: PdfFacts): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margins: { left: PAGE.side, right: PAGE.side, top: PAGE.top, bottom: PAGE.bottom },
    pdfVersion: '1.7',
    subset: (eInvoice === undefined ? 'PDF/UA' : 'PDF/A-3b') as PDFKit.Mixins.PDFSubsets, // supported by pdfkit, but missing in its types
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    font: join(FONTS, 'archivo-text.ttf'),
    info: {
      Title: title,
      Subject: subject,
      Author: author,
      Creator: author,
      Producer: author,
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  })
  for (const cut of CUTS) doc.registerFont(cut, join(FONTS, `archivo-${cut}.ttf`))
  if (eInvoice !== undefined) addEInvoice(doc, eInvoice, createdAt)
  return doc
}

/** Opens an empty document. */
export function openSheet(facts: PdfFacts): Sheet {
  const doc = openDocument(facts)
  const letters = printMoreLetters(doc, CUTS)
  const root = doc.struct('Document')
  doc.addStructure(root)
  return {
    doc,
    root,
    add: (parent, tag, paint, options = {}) => {
      const element = doc.struct(tag, options)
      parent.add(element)
      if (paint) element.add(paint)
      return element
    },
    ornament: (paint, type = 'Layout') => {
      doc.markContent('Artifact', { type })
      paint()
      doc.endMarkedContent()
    },
    room: (height) => {
      if (doc.y + height > BOTTOM) doc.addPage()
    },
    down: (points) => {
      doc.y += points
      doc.x = LEFT
    },
    use: (font, size, ink) => doc.font(font).fontSize(size).fillColor(ink),
    ...letters,
  }
}

/** Adds header (logo and shop name) and footer (title and page number) to every page. */
export function addHeaderAndFooter({ doc, ornament, use, words }: Sheet, { title, author }: PdfFacts): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page)
    ornament(() => {
      doc
        .save()
        .lineWidth(1.9)
        .moveTo(LEFT, 36)
        .lineTo(LEFT + 24, 36)
      doc
        .moveTo(LEFT, 49)
        .lineTo(LEFT + 24, 49)
        .stroke(INK.ink)
      doc
        .lineWidth(2.1)
        .path(`M${LEFT + 0.7} 42.5q2.8-6.4 5.7 0t5.7 0 5.7 0 5.7 0`)
        .stroke(INK.kraft)
        .restore()
      use('display', 13, INK.ink).text(words(author), LEFT + 32, 36, { lineBreak: false })
      doc
        .save()
        .lineWidth(1.5)
        .moveTo(LEFT, 60)
        .lineTo(LEFT + WIDTH, 60)
        .stroke(INK.ink)
        .restore()
      doc.page.margins.bottom = 0 // the footer is in the margin
      const foot = PAGE.height - 40
      use('text', 8, INK.soft).text(words(title), LEFT, foot, { width: WIDTH - 90, height: 10, ellipsis: true })
      doc.text(`Page ${page - start + 1} of ${count}`, LEFT, foot, { width: WIDTH, align: 'right', lineBreak: false })
      doc.page.margins.bottom = PAGE.bottom
    }, 'Pagination')
  }
}

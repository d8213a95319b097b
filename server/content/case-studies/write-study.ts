import type { CaseStudyText } from '#content/case-studies.ts'
import { draw } from '#drawings/draw.ts'
import { createPdf, type PdfWriter } from '#server/platform/vendors/pdf.ts'

/** The shop's name and address on the document, and its date. */
interface Publisher {
  shopName: string
  publicUrl: string
  createdAt: Date
}

const ILLUSTRATIVE =
  'Illustrative case: a worked example based on the planning values of our machines, not a report about a customer. We wrote the quote in it.'

function writeWhole(page: PdfWriter, study: CaseStudyText, { publicUrl }: Publisher): void {
  page.drawing(draw(study.scene, { slug: 'scenes', name: '', specifications: {} }).svg, study.imageAlt, 124)
  page.heading(1, study.title)
  page.text(`${study.client}. ${study.industry}, ${study.location}, ${study.completedDate}.`, 'lead')
  if (study.illustrative) page.text(ILLUSTRATIVE, 'strong')
  page.heading(2, 'The challenge')
  page.text(study.challenge)
  page.heading(2, 'The solution')
  page.text(study.solution)
  page.heading(2, 'The results')
  page.table({
    caption: 'Before and after',
    columns: [
      { title: 'Measure', share: 3 },
      { title: 'Value', share: 3 },
      { title: 'Change', share: 1.6, align: 'right' },
    ],
    rows: study.results.map(({ metric, value, improvement }) => [metric, value, improvement]),
  })
  page.quote(`“${study.testimonial.quote}”`, `${study.testimonial.author}, ${study.testimonial.position}`)
  page.heading(2, 'Products used')
  page.text(`${study.products.map(({ name }) => name).join(', ')}.`)
  page.link('Calculate it with your own numbers: ', `${publicUrl}/impact-calculator`, `${publicUrl}/impact-calculator`)
  page.link('Read this story online: ', `${publicUrl}/case-studies/${study.id}`, `${publicUrl}/case-studies/${study.id}`)
}

/** Writes a success story as a tagged PDF of one or two pages. */
export function writeStudy(study: CaseStudyText, publisher: Publisher): Promise<Buffer> {
  const facts = {
    title: study.title,
    subject: `${study.industry}: ${study.client}.`,
    author: publisher.shopName,
    createdAt: publisher.createdAt,
  }
  return createPdf(facts, (page) => writeWhole(page, study, publisher))
}

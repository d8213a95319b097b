import * as z from 'zod/mini'
import { slug } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'

/** A success story. Stories are illustrative until a customer confirms them. */
export const CaseStudy = z.object({
  id: z.string(),
  title: z.string(),
  client: z.string(),
  industry: z.string(),
  location: z.string(),
  /** Month and year, as text. */
  completedDate: z.string(),
  challenge: z.string(),
  solution: z.string(),
  results: z.array(z.object({ metric: z.string(), value: z.string(), improvement: z.string() })),
  /** `slug` null: the product is not public now. */
  products: z.array(z.object({ name: z.string(), slug: z.nullable(z.string()) })),
  testimonial: z.object({ quote: z.string(), author: z.string(), position: z.string() }),
  /** Address of the PDF, or null. */
  downloadUrl: z.nullable(z.string()),
  featured: z.boolean(),
  illustrative: z.boolean(),
  image: z.object({ url: z.string(), alt: z.string() }),
})
export type CaseStudy = z.output<typeof CaseStudy>

const StudyParams = z.object({ id: slug(60) })

export const caseStudies = {
  list: endpoint({
    method: 'GET',
    path: '/api/case-studies',
    access: 'anyone',
    mayLag: true,
    summary: 'Lists the success stories, featured ones first.',
    response: z.array(CaseStudy),
    list: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/case-studies/:id',
    access: 'anyone',
    mayLag: true,
    summary: 'Returns one success story.',
    params: StudyParams,
    response: CaseStudy,
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/shop/case-studies/:id.pdf',
    access: 'anyone',
    summary: 'Returns a success story as a PDF; also at /case-studies/{id}.pdf.',
    params: StudyParams,
    response: z.string(),
    produces: ['application/pdf'],
  }),
}

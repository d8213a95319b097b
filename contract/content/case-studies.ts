import * as z from 'zod/mini'
import { text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'

/** A success story. All of ours are illustrative until a customer confirms one (D166). */
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
  /** `slug` null: the shop does not show this product now. */
  products: z.array(z.object({ name: z.string(), slug: z.nullable(z.string()) })),
  testimonial: z.object({ quote: z.string(), author: z.string(), position: z.string() }),
  /** The PDF; null: there is none. */
  downloadUrl: z.nullable(z.string()),
  featured: z.boolean(),
  illustrative: z.boolean(),
  image: z.object({ url: z.string(), alt: z.string() }),
})
export type CaseStudy = z.output<typeof CaseStudy>

const StudyParams = z.object({ id: text(60) })

export const caseStudies = {
  list: endpoint({
    method: 'GET',
    path: '/api/case-studies',
    access: 'anyone',
    summary: 'The success stories, featured ones first.',
    response: z.array(CaseStudy),
    list: true,
  }),
  byId: endpoint({
    method: 'GET',
    path: '/api/case-studies/:id',
    access: 'anyone',
    summary: 'One success story.',
    params: StudyParams,
    response: CaseStudy,
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/shop/case-studies/:id.pdf',
    access: 'anyone',
    summary: 'A success story as a PDF; also at /case-studies/{id}.pdf.',
    params: StudyParams,
    response: z.string(),
    produces: ['application/pdf'],
  }),
}

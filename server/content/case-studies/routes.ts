import type { FastifyInstance, FastifyReply } from 'fastify'
import { caseStudies as texts } from '#content/case-studies.ts'
import { caseStudies } from '#contract/content/case-studies.ts'
import { isEuConsumer } from '#domain/consumer-law.ts'
import { marketOf } from '#domain/market.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { presentStudies } from './present-studies.ts'
import { writeStudy } from './write-study.ts'

/** Routes of the success stories, and of each as a PDF at two addresses. */
export function caseStudyRoutes(app: FastifyInstance, deps: Deps): void {
  const startedAt = deps.now()
  const config = { keeps: () => new Set<string>() }

  async function documentOf(id: string): Promise<Buffer> {
    const { company, market, markets } = await readSettings(deps.db)
    const law = marketOf(markets, market.country)?.legal
    const hidesSamples = isEuConsumer({ country: market.country, law, buyerKind: market.buyer }) // a file is read in the default market
    const study = found(texts.find((text) => text.id === id && !(text.illustrative && hidesSamples)))
    const publisher = { shopName: company.name, publicUrl: deps.config.publicUrl, createdAt: startedAt }
    return writeStudy(study, publisher)
  }

  async function sendDocument(id: string, reply: FastifyReply) {
    reply.header('surrogate-key', 'settings')
    return sendFile(reply, { name: `${id}.pdf`, type: 'application/pdf', bytes: await documentOf(id) }, 'public, max-age=3600')
  }

  route(app, caseStudies.list, async () => {
    const items = await presentStudies(deps)
    return { items, total: items.length }
  })
  route(app, caseStudies.byId, async ({ params }) => found((await presentStudies(deps)).find(({ id }) => id === params.id)))
  app.get<{ Params: { id: string } }>(caseStudies.document.path, { config }, (request, reply) => sendDocument(request.params.id, reply))
  for (const { id } of texts) app.get(`/case-studies/${id}.pdf`, { config }, (_request, reply) => sendDocument(id, reply))
}

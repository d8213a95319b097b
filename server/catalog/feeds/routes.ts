import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Product } from '#contract/catalog/products.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { usualCurrency } from '#domain/market.ts'
import { escapeMarkup } from '#domain/markup.ts'
import { CURRENCIES, type Currency } from '#domain/money.ts'
import { isStatement, proofsOn, unverified } from '#domain/statement.ts'
import { normalizeIdentifier } from '#domain/text.ts'
import { MINUTE_MS, wallClock } from '#domain/time.ts'
import { presentOffered } from '#server/catalog/products/present-product.ts'
import type { ShowPrices } from '#server/catalog/products/shown-products.ts'
import type { Deps } from '#server/platform/deps.ts'
import { tooMany } from '#server/platform/http/limits.ts'
import { RefusalError, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { hasVersion } from '#server/platform/http/route.ts'
import { createAddressLimit } from '#server/platform/http/throttle.ts'
import { readSettings, readToday } from '#server/platform/settings/setting-groups.ts'
import { type FeedProduct, findSharedSkus, readFeedProducts, readRevisions } from './feed-products.ts'
import { writeGoogleItem } from './write-google-item.ts'

/** Whole feeds that one network may read. */
const FEEDS_PER_NETWORK = { limit: 10, windowMs: MINUTE_MS }
/** Feeds that a server writes at a time: each takes a good part of a processor. */
const MAX_AT_ONCE = 2
const RETRY_SECONDS = 30
/** Raise it with every change of what the feeds say: clients that have an older one read anew. */
const FORM = 8

const Line = z.omit(Product, { business: true })

/**
 * The parameters of a request for Google's feed.
 * @throws refusal `not_found` for an unknown country, `invalid_input` for another currency
 */
function readOffer(typedCountry: string, typedCurrency: unknown): { country: string; currency: Currency } {
  const country = normalizeIdentifier(typedCountry).toUpperCase()
  if (!COUNTRY_CODES.includes(country)) {
    const message = 'Please choose a country.'
    return refuse('not_found', { detail: message, errors: [{ field: 'country', message }] })
  }
  if (typedCurrency === undefined) return { country, currency: usualCurrency(country) }
  const currency = CURRENCIES.find((code) => code === typedCurrency)
  return currency ? { country, currency } : refuseField('currency', `Must be one of ${CURRENCIES.join(', ')}.`)
}

/**
 * Returns the facts of a product with the words beside what it states about the environment, unless staff have accepted a proof that counts
 * on a day.
 */
function withMarks<Of extends Pick<Product, 'specifications' | 'specificationRows' | 'attributes' | 'papers'>>(
  product: Of,
  day: string,
): Of {
  const { specifications, specificationRows, attributes, papers } = product
  if (proofsOn(papers, day).length > 0) return product
  const keyOf = (name: string) => attributes.find(({ rowName }) => rowName === name.trim().toLowerCase())?.key
  const marked = (name: string, value: string) => (isStatement(name, keyOf(name)) ? unverified(value) : value)
  return {
    ...product,
    specifications: Object.fromEntries(Object.entries(specifications).map(([name, value]) => [name, marked(name, value)])),
    specificationRows: specificationRows.map(({ name, value }) => ({ name, value: marked(name, value) })),
    attributes: attributes.map((one) => (isStatement(one.label, one.key) ? { ...one, display: unverified(one.display) } : one)),
  }
}

/** Writes a product as a line of JSON with all public facts, and whole addresses. */
function writeLine(row: FeedProduct, { publicUrl, day }: { publicUrl: string; day: string }): string {
  const { saleFrom: _1, saleTo: _2, ...shown } = row // a sale that is to come is nobody's business yet
  const { images, pictures, ...product } = withMarks(Line.parse(presentOffered(shown)), day)
  const whole = (url: string) => new URL(url, `${publicUrl}/`).href
  return `${JSON.stringify({
    ...product,
    brand: product.brand ?? product.businessName,
    url: `${publicUrl}/products/${row.slug}`,
    images: images.map(whole),
    pictures: pictures.map((picture) => ({ ...picture, url: whole(picture.url) })),
  })}\n`
}

/** Routes of the feeds of all public products. */
export function feedRoutes(app: FastifyInstance, deps: Deps, prices: ShowPrices): void {
  const { db, config, now, database } = deps
  const limit = createAddressLimit(deps, 'feed', FEEDS_PER_NETWORK)
  const startedAt = now().getTime()
  let atOnce = 0

  /** Names what the feeds show now. The embedded database numbers no changes of the stock, but all of them are made by this process. */
  async function versionOf(parts: readonly string[]): Promise<string> {
    const own = database.kind === 'embedded' ? [startedAt, database.revisions.state] : []
    const state = [FORM, config.publicUrl, await readRevisions(db), ...own, ...parts]
    return `W/"${createHash('sha1').update(JSON.stringify(state)).digest('base64url')}"`
  }

  interface Feed {
    facts: 'all' | 'own'
    opening: string
    write: (part: readonly FeedProduct[]) => string | Promise<string>
    closing: string
  }

  async function* write({ facts, opening, write: writePart, closing }: Feed, reply: FastifyReply): AsyncGenerator<Buffer> {
    if (opening) yield Buffer.from(opening)
    for await (const part of readFeedProducts(db, facts)) {
      if (reply.raw.destroyed) return // nobody waits any more
      yield Buffer.from(await writePart(part))
    }
    if (closing) yield Buffer.from(closing)
  }

  /** Streams a feed, which is counted until the stream is closed, also by a client who leaves before its first byte. */
  async function stream(open: () => Promise<Feed>, reply: FastifyReply): Promise<Readable> {
    if (atOnce >= MAX_AT_ONCE) throw new RefusalError(tooMany(RETRY_SECONDS))
    atOnce += 1
    const end = () => {
      atOnce -= 1
    }
    try {
      return Readable.from(write(await open(), reply), { highWaterMark: 1 }).once('close', end)
    } catch (error) {
      end()
      throw error
    }
  }

  /**
   * Sends a feed while it is read, or says that the client has it. `parts` are its kind, and where it has them country, currency and the
   * day, whose tax rates count: two feeds differ in them.
   */
  async function send(request: FastifyRequest, reply: FastifyReply, type: string, parts: readonly string[], open: () => Promise<Feed>) {
    const tag = await versionOf(parts)
    reply.header('cache-control', 'public, max-age=300').header('etag', tag).header('surrogate-key', 'catalog settings stock')
    if (hasVersion(request.headers['if-none-match'], tag)) return reply.status(304).send()
    reply.header('content-type', type)
    if (request.method === 'HEAD') return reply.send(Readable.from([]))
    await limit(request.ip)
    return reply.send(await stream(open, reply))
  }

  app.get<{ Params: { country: string }; Querystring: { currency?: unknown } }>('/feeds/google-:country.xml', async (request, reply) => {
    const offer = readOffer(request.params.country, request.query.currency)
    return send(
      request,
      reply,
      'application/xml; charset=utf-8',
      ['google', offer.country, offer.currency, await readToday(db, now())],
      async () => {
        const [{ company }, sharedSkus] = [await readSettings(db), await findSharedSkus(db)]
        const show = await prices.open({ country: offer.country, buyer: 'consumer' }) // its readers are private buyers
        const whole = { ...offer, publicUrl: config.publicUrl, sharedSkus, from: wallClock(now(), company.timeZone) }
        return {
          facts: 'own',
          opening: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n<title>${escapeMarkup(company.name)}</title>\n<link>${escapeMarkup(config.publicUrl)}</link>\n<description>${escapeMarkup(`Products of ${company.name}`)}</description>\n`,
          write: async (part) => {
            const shown = await show(part.map(({ id }) => id))
            const write = (row: FeedProduct, offered = shown.get(row.id)) =>
              offered?.shown.sellable ? writeGoogleItem(row, whole, offered) : ''
            return part.map((row) => write(row)).join('')
          },
          closing: '</channel>\n</rss>\n',
        }
      },
    )
  })

  app.get('/feeds/products.jsonl', async (request, reply) => {
    const day = await readToday(db, now())
    return send(request, reply, 'application/jsonl; charset=utf-8', ['lines', day], async () => ({
      facts: 'all',
      opening: '',
      write: (part) => part.map((row) => writeLine(row, { publicUrl: config.publicUrl, day })).join(''),
      closing: '',
    }))
  })
}

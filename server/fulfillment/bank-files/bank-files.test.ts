import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { ConfirmTransfersBody } from '#contract/fulfillment/bank-files.ts'
import type { Order } from '#contract/orders/orders.ts'
import { PLAN_PRESETS } from '#domain/payment-plan.ts'
import { listDisagreements } from '#server/payments/ledger/list-disagreements.ts'
import { bankTransfers, orders, payments } from '#server/platform/db/schema.ts'
import { checkOut, refusalOf } from '#server/testing/buyers.ts'
import { raceRounds, raceTimeout } from '#server/testing/race-rounds.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
let slip = 0

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer' })
  staff = await shop.signIn('application_admin')
})
afterEach(async () => {
  expect(await listDisagreements(shop.deps.db)).toEqual([])
})

async function place(quantity = 1): Promise<Order> {
  slip += 1
  const box = await shop.make.product({ category: 'accessories', name: 'Box', slug: `crate-${slip}`, priceUsdCents: 13_333 + slip })
  await ann.cart.addItem({ body: { productId: box.id, quantity } })
  return checkOut(ann)
}
const day = () => shop.deps.now().toISOString().slice(0, 10)

interface Row {
  amount: number
  text: string
  name?: string
  reference?: string
}

function formOf(content: string, name: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return form
}
const csv = (rows: readonly Row[], name = 'november.csv') =>
  formOf(
    [
      'Date;Transaction ID;Payer;Description;Amount (USD)',
      ...rows.map((row) => `${day()};${row.reference ?? ''};${row.name ?? 'ANN BUYER'};${row.text};${row.amount.toFixed(2)}`),
    ].join('\n'),
    name,
  )
const camt = (rows: readonly Row[]) =>
  formOf(
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>${rows
      .map(
        ({ amount, text, name = 'Ann Buyer', reference = '' }) =>
          `<Ntry><Amt Ccy="USD">${amount.toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day()}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${name}</Nm></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
      )
      .join('')}</Stmt></BkToCstmrStmt></Document>`,
    'statement.xml',
  )
const add = (form: FormData) => staff.bankFiles.add({ form })
type File = Awaited<ReturnType<typeof add>>
const confirm = (file: File, numbers?: string[]) =>
  staff.bankFiles.confirm({
    params: { id: file.id },
    body: {
      transfers: file.transfers
        .filter(({ state }) => state === 'waiting')
        .map((transfer) => ({ id: transfer.id, orders: numbers ?? transfer.orders.map(({ number }) => number) })),
    },
  })
const read = (order: Pick<Order, 'id'>) => staff.orders.adminById({ params: { id: order.id } })

test.each([
  ['CAMT.053', camt],
  ['CSV', csv],
])(
  'a statement as %s is matched and confirmed at once: paid, in part, two orders by one transfer, and what waits',
  async (_name, write) => {
    const [one, part, two, three] = [await place(), await place(), await place(), await place()]
    const both = (Math.round(two.totalAmount * 100) + Math.round(three.totalAmount * 100)) / 100
    const file = await add(
      write([
        { amount: one.totalAmount, text: `Order ${one.number}`, reference: 'B1' },
        { amount: 50, text: `deposit ${part.number.toLowerCase().replace('-', ' ')}`, reference: 'B2' },
        { amount: both, text: `${two.number} and ${three.number}`, reference: 'B3' },
        { amount: 12.34, text: 'Thank you', name: 'Somebody', reference: 'B4' },
      ]),
    )
    expect(file.transferCount).toBe(4)
    const found = Object.fromEntries(file.transfers.map((transfer) => [transfer.amount, transfer]))
    expect(found[12.34]).toMatchObject({ isSure: false, orders: [], matchedBy: '' })
    expect([one.totalAmount, 50, both].map((amount) => found[amount]?.isSure)).toEqual([true, true, true])
    const sure = { ...file, transfers: file.transfers.filter(({ isSure }) => isSure) }
    expect(await confirm(sure)).toMatchObject({ recorded: 3, refused: [], file: { waitingCount: 1 } })
    expect(await read(one)).toMatchObject({ paymentStatus: 'paid', paidAmount: one.totalAmount })
    expect(await read(part)).toMatchObject({ paymentStatus: 'partially_paid', paidAmount: 50 })
    expect((await read(two)).paymentStatus).toBe('paid')
    expect((await read(three)).paymentStatus).toBe('paid')
    const after = await staff.bankFiles.byId({ params: { id: file.id } })
    const recorded = after.transfers.find(({ amount }) => amount === both)
    expect(recorded?.orders.map(({ number }) => number).sort()).toEqual([two.number, three.number].sort())
    expect(await confirm(sure)).toMatchObject({ recorded: 0 })
    const [waiting] = after.transfers
    const rest = { params: { id: file.id }, body: { transfers: [], dismissed: [waiting?.id ?? ''] } }
    expect(await staff.bankFiles.confirm(rest)).toMatchObject({ dismissed: 1, file: { waitingCount: 0 } })
    expect(await staff.bankFiles.list()).toMatchObject([{ id: file.id, waitingCount: 0, transferCount: 4 }])
  },
)

test('the same file, and a transfer that an earlier file had, change nothing; two equal transfers of one day are two', async () => {
  const placed = await place()
  const rows = [
    { amount: 20, text: placed.number },
    { amount: 20, text: placed.number },
  ]
  const first = await add(csv(rows))
  expect(first.transferCount).toBe(2)
  expect((await add(csv(rows))).id).toBe(first.id)
  const later = await add(csv([...rows, { amount: 30, text: placed.number }], 'december.csv'))
  expect(later).toMatchObject({ transferCount: 1, transfers: [{ amount: 30 }] })
  await confirm(first)
  await confirm(later)
  expect(await read(placed)).toMatchObject({ paidAmount: 70, paymentStatus: 'partially_paid' })
})

test('a dismissed transfer is recorded only once it was brought back, and never after it was recorded', async () => {
  const placed = await place()
  const file = await add(csv([{ amount: 20, text: placed.number }]))
  const [{ id = '' } = {}] = file.transfers
  const decide = (body: Partial<ConfirmTransfersBody>) =>
    staff.bankFiles.confirm({ params: { id: file.id }, body: { transfers: [], ...body } })
  expect(await decide({ dismissed: [id] })).toMatchObject({ dismissed: 1 })
  const refused = await decide({ transfers: [{ id, orders: [placed.number] }] })
  expect(refused).toMatchObject({ recorded: 0, refused: [{ id, reason: expect.stringContaining('was dismissed') }] })
  expect(await read(placed)).toMatchObject({ paidAmount: 0 })
  expect(await decide({ restored: [id] })).toMatchObject({ restored: 1, file: { waitingCount: 1 } })
  expect(await confirm(file)).toMatchObject({ recorded: 1 })
  expect(await decide({ restored: [id] })).toMatchObject({ restored: 0, file: { waitingCount: 0 } })
  expect(await read(placed)).toMatchObject({ paidAmount: 20 })
})

test('what cannot be read is listed, and a table without a currency asks for it and stores nothing before', async () => {
  const rows = ['Date;Payer;Amount', `${day()};Ann Buyer;20.00`, '31/31/2026;Ben;30.00']
  const send = (currency?: 'USD' | 'EUR') =>
    staff.bankFiles.add({ form: formOf(rows.join('\n'), 'bare.csv'), query: currency ? { currency } : {} })
  expect(await refusalOf(send())).toMatchObject({ status: 422, errors: [{ field: 'currency' }] })
  expect(await staff.bankFiles.list()).toEqual([])
  expect(await send('EUR')).toMatchObject({
    transfers: [{ amount: 20, currency: 'EUR' }],
    reading: { unread: [{ row: 3, reason: '“31/31/2026” is no day' }], dayOrder: null },
  })
})

test('a transfer is assigned by hand; more than is due is kept for the buyer; a refused one keeps waiting with the reason', async () => {
  const placed = await place()
  const file = await add(csv([{ amount: placed.totalAmount + 10, text: 'Invoice', name: 'Somebody' }]))
  expect(await confirm(file, ['ORD-NOTHING'])).toMatchObject({
    recorded: 0,
    refused: [{ reason: expect.any(String) }],
    file: { waitingCount: 1 },
  })
  expect(await confirm(file, [placed.number])).toMatchObject({ recorded: 1 })
  expect(await read(placed)).toMatchObject({ paymentStatus: 'paid', keptAmount: 10 })
  const again = await add(csv([{ amount: 5, text: placed.number }], 'next.csv'))
  expect((await confirm(again, [placed.number])).refused).toMatchObject([{ reason: 'This order is already paid.' }])
})

test('what came back before the payment is taken off what a transfer is matched with', async () => {
  const placed = await place(2)
  for (const status of ['processing', 'shipped', 'delivered'] as const)
    await staff.orders.setStatus({ params: { id: placed.id }, body: { status } })
  const [line] = placed.items
  const lines = [{ productId: line?.productId ?? '', quantity: 1 }]
  const body = { businessId: line?.businessId ?? '', lines, reason: 'unsuitable' as const, note: '', photos: [] }
  const returned = await ann.returns.request({ params: { id: placed.id }, body })
  for (const status of ['approved', 'received', 'refunded'] as const)
    await staff.returns.move({ params: { id: returned.id }, body: { status } })
  const { dueAmount } = await ann.orders.byId({ params: { id: placed.id } })
  expect(dueAmount).toBeLessThan(placed.totalAmount)
  const file = await add(csv([{ amount: dueAmount, text: 'Thank you' }]))
  expect(file.transfers).toMatchObject([{ matchedBy: 'amount and name', orders: [{ number: placed.number, due: dueAmount }] }])
  const whole = await add(csv([{ amount: placed.totalAmount, text: placed.number }], 'whole.csv'))
  expect(whole.transfers).toMatchObject([{ isSure: false, orders: [{ number: placed.number, due: dueAmount }] }])
  await confirm(file)
  expect(await read(placed)).toMatchObject({ paymentStatus: 'partially_refunded', dueAmount: 0 })
})

test('a transfer that looks like a recorded one of another statement is no sure one: the same day, amount and payer or text', async () => {
  const placed = await place()
  const row = { amount: 20, text: `Order ${placed.number}` }
  await confirm(await add(camt([{ ...row, reference: 'NTRY-1' }])))
  const twin = await add(csv([{ ...row, reference: 'TX-1' }]))
  expect(twin.transfers).toMatchObject([{ state: 'waiting', isTwin: true, isSure: false, orders: [{ number: placed.number }] }])
  const others = [
    { amount: 21, text: row.text, reference: 'TX-2' },
    { amount: 20, text: `Second part of ${placed.number}`, name: 'Somebody else', reference: 'TX-3' },
  ]
  const other = await add(csv(others, 'other.csv'))
  expect(other.transfers.map(({ isTwin, isSure }) => [isTwin, isSure])).toEqual([
    [false, true],
    [false, true],
  ])
  await confirm(twin)
  expect(await read(placed)).toMatchObject({ paidAmount: 40 })
})

test('the deposit of a plan by statement starts the work', async () => {
  const placed = await place()
  const paymentPlan = PLAN_PRESETS.deposit.of().map((milestone) => ({ ...milestone, id: crypto.randomUUID() }))
  await shop.deps.db.update(orders).set({ paymentPlan }).where(eq(orders.id, placed.id))
  const [deposit] = (await read(placed)).plan ?? []
  const file = await add(csv([{ amount: deposit?.amount ?? 0, text: 'Anzahlung', name: 'Buyer, Ann' }]))
  expect(file.transfers).toMatchObject([{ isSure: false, matchedBy: 'amount and name', orders: [{ number: placed.number }] }])
  await confirm(file)
  expect(await read(placed)).toMatchObject({ status: 'processing', paymentStatus: 'partially_paid' })
})

test.each([
  ['no file', new FormData()],
  ['a picture', formOf('\u0000\u0001', 'a.png')],
  ['another table', formOf('sku,price\nA,1', 'a.csv')],
  ['another XML', formOf('<feed/>', 'a.xml')],
])('%s is refused, and nothing is stored', async (_name, form) => {
  expect((await refusalOf(add(form))).status).toBe(422)
  expect(await staff.bankFiles.list()).toEqual([])
})

test.runIf(inject('database').kind === 'postgres')(
  'the same statement twice at once, and its confirmation twice at once, record each transfer once',
  async () => {
    for (let round = 0; round < raceRounds(50); round += 1) {
      const placed = await place()
      const rows = [
        { amount: 20, text: placed.number, reference: `R${round}-1` },
        { amount: 30, text: placed.number, reference: `R${round}-2` },
      ]
      const [first, second] = await Promise.all([add(csv(rows)), add(csv(rows))])
      expect(second.id).toBe(first.id)
      const other = await add(camt(rows)) // the same transfers in another file
      expect(await shop.deps.db.$count(bankTransfers, eq(bankTransfers.fileId, other.id))).toBe(0)
      const results = await Promise.all([confirm(first), confirm(first)])
      expect(results.reduce((sum, { recorded }) => sum + recorded, 0)).toBe(2)
      expect(results.flatMap(({ refused }) => refused)).toEqual([])
      expect(await shop.deps.db.$count(payments, eq(payments.orderId, placed.id))).toBe(2)
    }
  },
  raceTimeout(50),
)

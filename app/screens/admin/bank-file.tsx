import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { count, day, money } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { getShop } from '#app/lib/shop.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Load } from '#app/ui/load.tsx'
import type { BankFile, StatementReading } from '#contract/fulfillment/bank-files.ts'
import { bankFileQuery } from './bank-queries.ts'

export const meta = () => [{ title: `Bank statement | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

type Transfer = BankFile['transfers'][number]

/** Decision of staff about a transfer: the typed order numbers, and whether it is confirmed. */
interface Choice {
  isChosen: boolean
  orders: string
}

const STATES = { recorded: ['Recorded', 'ok'], dismissed: ['Dismissed', 'idle'], waiting: ['Waiting', 'warn'] } as const

/** A bank statement: what waits with the proposed orders, and what was decided. */
export default function BankFileScreen() {
  const { id = '' } = useParams()
  const token = useToken((state) => state.token)
  return (
    <>
      <BackLink records="bank statements" usual="/admin/bank-files">
        Bank statements
      </BackLink>
      <h1>Bank statement</h1>
      <Load read={bankFileQuery(token, id)} failure="The bank statement could not be loaded.">
        {(file) => <Shown key={file.id} file={file} />}
      </Load>
    </>
  )
}

function Shown({ file }: { file: BankFile }) {
  const waiting = file.transfers.filter(({ state }) => state === 'waiting')
  const decided = file.transfers.filter(({ state }) => state !== 'waiting')
  return (
    <>
      <p className="mt-1 mb-5 text-ink-2 wrap-anywhere">
        <bdi>{file.name}</bdi>, {count(file.transferCount, 'transfer')}
        {file.transferCount === 0 && '. Other statements had them all, or nothing came in.'}
      </p>
      <Reading />
      {waiting.length > 0 && <Waiting file={file} waiting={waiting} />}
      {decided.length > 0 && (
        <section aria-labelledby="decided" className="mt-8">
          <h2 id="decided" className="mb-3 text-xl">
            Decided
          </h2>
          <ul className="grid gap-3">
            {decided.map((transfer) => (
              <li key={transfer.id} className="panel grid gap-1 p-4">
                <TransferFacts transfer={transfer} />
                <p className="flex flex-wrap gap-x-4">
                  <span className={`status ${STATES[transfer.state][1]}`}>{STATES[transfer.state][0]}</span>
                  <OrderLinks orders={transfer.orders} />
                </p>
                {transfer.state === 'dismissed' && <BringBack fileId={file.id} transfer={transfer} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Returns how the statement was read, which is known right after it was added; null later. */
function readingIn(state: unknown): StatementReading | null {
  const isKnown = typeof state === 'object' && state !== null && 'reading' in state
  return isKnown ? (state.reading as StatementReading) : null // only the dialog that adds a statement writes it
}

/** Rows that could not be read, and the order in which ambiguous days were; nothing later on. */
function Reading() {
  const reading = readingIn(useLocation().state)
  if (!reading) return null
  const { unread, dayOrder } = reading
  return (
    <>
      {dayOrder && (
        <p className="notice mb-4">
          Days such as 03/04 were read with the {dayOrder} first: {dayOrder === 'month' ? 'March 4' : 'April 3'}. Check them before you
          confirm.
        </p>
      )}
      {unread.length > 0 && (
        <div className="notice warn mb-4">
          <p className="font-medium">
            {count(unread.length, 'row')} could not be read. Mend the file and add it again, or record the payments at their orders.
          </p>
          <ul className="mt-1">
            {unread.map(({ row, reason }) => (
              <li key={`${row} ${reason}`} className="wrap-anywhere">
                Row {row}: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** Button that lets a dismissed transfer wait again. */
function BringBack({ fileId, transfer }: { fileId: string; transfer: Transfer }) {
  const restore = useMutation({
    mutationFn: () => api.bankFiles.confirm({ params: { id: fileId }, body: { transfers: [], restored: [transfer.id] } }),
    onSuccess: async () => {
      toast.success('Transfer brought back')
      await refreshTabs(queryClient)
    },
  })
  return (
    <Writers>
      <div>
        <BusyButton className="button hollow small" isBusy={restore.isPending} busy="Bringing back..." onPress={() => restore.mutate()}>
          Bring back transfer
        </BusyButton>
        {restore.isError && (
          <p role="alert" className="mt-2 text-sm text-bad">
            {messageOf(restore.error, 'The transfer could not be brought back. Please try again.')}
          </p>
        )}
      </div>
    </Writers>
  )
}

const choiceOf = ({ orders, isSure }: Transfer): Choice => ({ isChosen: isSure, orders: orders.map(({ number }) => number).join(', ') })
const numbersOf = (typed: string) =>
  typed
    .split(/[\s,;]+/)
    .map((number) => number.toUpperCase())
    .filter(Boolean)

function Waiting({ file, waiting }: { file: BankFile; waiting: readonly Transfer[] }) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const of = (transfer: Transfer) => choices[transfer.id] ?? choiceOf(transfer)
  const change = (transfer: Transfer, values: Partial<Choice>) =>
    setChoices((now) => ({ ...now, [transfer.id]: { ...of(transfer), ...values } }))
  const chosen = waiting.filter((transfer) => of(transfer).isChosen)
  const confirm = useMutation({
    mutationFn: (dismissed: readonly string[]) =>
      api.bankFiles.confirm({
        params: { id: file.id },
        body: {
          transfers: dismissed.length > 0 ? [] : chosen.map((transfer) => ({ id: transfer.id, orders: numbersOf(of(transfer).orders) })),
          dismissed: [...dismissed],
        },
      }),
    onSuccess: async ({ recorded, dismissed, refused }) => {
      setReasons(Object.fromEntries(refused.map(({ id, reason }) => [id, reason])))
      if (recorded > 0) toast.success(`${count(recorded, 'payment')} recorded`)
      if (dismissed > 0) toast.success(`${count(dismissed, 'transfer')} dismissed`)
      await refreshTabs(queryClient)
    },
  })
  const missing = chosen.filter((transfer) => numbersOf(of(transfer).orders).length === 0)
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className="mb-3 text-xl">
        Waiting
      </h2>
      <ul className="grid gap-3">
        {waiting.map((transfer) => (
          <li key={transfer.id} className="panel grid gap-2 p-4">
            <TransferFacts transfer={transfer} />
            <Writers>
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <label className="flex min-h-11 items-center gap-2">
                  <input
                    type="checkbox"
                    checked={of(transfer).isChosen}
                    onChange={({ target }) => change(transfer, { isChosen: target.checked })}
                  />
                  Confirm
                </label>
                <input
                  className="input min-w-60 flex-1"
                  aria-label={`Orders that ${transfer.name || 'this transfer'} pays`}
                  placeholder="Order number, or several with commas"
                  autoComplete="off"
                  value={of(transfer).orders}
                  onChange={({ target }) => change(transfer, { orders: target.value })}
                />
                <button type="button" className="button hollow small" onClick={() => confirm.mutate([transfer.id])}>
                  Dismiss transfer
                </button>
              </div>
            </Writers>
            {transfer.isTwin && (
              <p className="notice warn">
                Looks like a transfer of another statement that was already recorded: same day, amount and payer or text.
              </p>
            )}
            <p className="flex flex-wrap gap-x-4 text-sm text-ink-2">
              {transfer.matchedBy ? (
                <>
                  <span className={`status ${transfer.isSure ? 'ok' : 'warn'}`}>Found by {transfer.matchedBy}</span>
                  <OrderLinks orders={transfer.orders} currency={transfer.currency} />
                </>
              ) : (
                <span className="status idle">No order found</span>
              )}
            </p>
            {reasons[transfer.id] && (
              <p role="alert" className="text-sm text-bad">
                {reasons[transfer.id]}
              </p>
            )}
          </li>
        ))}
      </ul>
      {confirm.isError && (
        <p role="alert" className="notice bad mt-4">
          {messageOf(confirm.error, 'The payments could not be recorded. Please try again.')}
        </p>
      )}
      {missing.length > 0 && (
        <p role="alert" className="notice warn mt-4">
          Enter the order number of each transfer that you confirm.
        </p>
      )}
      <Writers>
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <BusyButton
            className="button"
            isBusy={confirm.isPending}
            busy="Recording..."
            onPress={() => chosen.length > 0 && missing.length === 0 && confirm.mutate([])}
          >
            Record {count(chosen.length, 'payment')}
          </BusyButton>
        </div>
      </Writers>
    </section>
  )
}

function TransferFacts({ transfer: { amount, bookedOn, currency, name, text } }: { transfer: Transfer }) {
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4">
        <b>
          <bdi>{name || 'Unknown payer'}</bdi>
        </b>
        <span className="price">{money(amount, currency)}</span>
      </p>
      <p className="text-sm text-ink-2 wrap-anywhere">
        {day(`${bookedOn}T12:00:00Z`)}
        {text && (
          <>
            , <bdi>{text}</bdi>
          </>
        )}
      </p>
    </>
  )
}

function OrderLinks({ orders, currency }: { orders: Transfer['orders']; currency?: Transfer['currency'] }) {
  return orders.map(({ id, number, customer, due }) => (
    <span key={id}>
      <Link to={`/admin/orders/${id}`}>{number}</Link>, <bdi>{customer}</bdi>
      {currency && `, ${money(due, currency)} due`}
    </span>
  ))
}

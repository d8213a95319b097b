import type { Currency } from './money.ts'
import { normalizeForm } from './text.ts'

/** A transfer of a bank file, in cents. */
export interface BankTransfer {
  amountCents: number
  currency: Currency
  /** Name of the payer. */
  name: string
  /** Text that the payer wrote. */
  text: string
}

/** An order that is not paid in full, in cents of its currency. */
export interface OpenOrder {
  orderId: string
  number: string
  currency: Currency
  /** Numbers of its invoices. */
  invoices: readonly string[]
  dueCents: number
  /** Open amount of its next milestone; equal to `dueCents` where it has no plan. */
  nextCents: number
  /** Names of the buyer: company and person. */
  names: readonly string[]
}

/** Proposal for a transfer: the orders that it pays, and whether staff need not look at it. */
interface TransferMatch {
  isSure: boolean
  orderIds: string[]
  /** Reason, such as "order number"; '' where nothing was found. */
  by: string
}

const NOTHING: TransferMatch = { isSure: false, orderIds: [], by: '' }

const plain = (text: string) => normalizeForm(text, 'NFKD').toUpperCase()
/** Banks break lines and drop hyphens and blanks within a number. */
const joined = (text: string) => plain(text).replaceAll(/[^A-Z0-9]/g, '')
const words = (text: string) =>
  plain(text)
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word.length > 1)

/** Returns whether a text has a number, and not one that only begins with it. */
function hasNumber(text: string, number: string): boolean {
  const wanted = joined(number)
  if (wanted === '' || !joined(text).includes(wanted)) return false
  return new RegExp(`${[...wanted].join('[^A-Z0-9]*')}(?![0-9])`).test(plain(text))
}

/** Returns whether a payer may be a buyer: every word of one of the names is in the payer's. */
function isNamed(payer: readonly string[], names: readonly string[]): boolean {
  return names.some((name) => {
    const wanted = words(name)
    return wanted.length > 0 && wanted.every((word) => payer.includes(word))
  })
}

const sumOf = (orders: readonly OpenOrder[]) => orders.reduce((sum, { dueCents }) => sum + dueCents, 0)

/**
 * Finds the orders that a transfer pays. Sure is what names orders by their number, or that of an invoice, and pays not more than is due
 * for one of them, or exactly what is due for several. One order of the payer's name with this amount due is a proposal.
 */
export function matchTransfer(transfer: BankTransfer, orders: readonly OpenOrder[]): TransferMatch {
  const { amountCents, currency } = transfer
  const { text } = transfer
  const open = orders.filter((order) => order.currency === currency && order.dueCents > 0)
  const byOrder = open.filter(({ number }) => hasNumber(text, number))
  const byInvoice = open.filter((order) => !byOrder.includes(order) && order.invoices.some((label) => hasNumber(text, label)))
  const named = [...byOrder, ...byInvoice]
  if (named.length > 0) {
    const isSure = named.length === 1 ? amountCents <= sumOf(named) : amountCents === sumOf(named)
    const by = byInvoice.length === 0 ? 'order number' : byOrder.length === 0 ? 'invoice number' : 'order and invoice numbers'
    return { isSure, orderIds: named.map(({ orderId }) => orderId), by }
  }
  const payer = words(transfer.name)
  const fits = open.filter(
    ({ dueCents, nextCents, names }) => (dueCents === amountCents || nextCents === amountCents) && isNamed(payer, names),
  )
  return fits.length === 1 ? { isSure: false, orderIds: fits.map(({ orderId }) => orderId), by: 'amount and name' } : NOTHING
}

import type { StatedTransfer, UnreadRow } from '#domain/bank-table.ts'
import { CURRENCIES, toMinor } from '#domain/money.ts'
import { Unreadable } from './spreadsheet-guard.ts'
import { readText } from './spreadsheet-text.ts'
import { parseTree, type XmlNode } from './xml-tree.ts'

/* CAMT.053 of ISO 20022 ("BankToCustomerStatement"), in any of its versions: names of the standard, without their namespace. */

/** Returns the elements at a path of names below an element. */
function allAt(node: XmlNode, ...path: readonly string[]): XmlNode[] {
  return path.reduce((nodes: XmlNode[], name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)), [node])
}

/** Returns the text of the first of some paths that has one; '' for none. */
function textAt(node: XmlNode, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = allAt(node, ...path.split('/'))
      .map((found) => found.text.trim())
      .find(Boolean)
    if (text) return text
  }
  return ''
}

const DEBTOR = ['RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm', 'RltdPties/UltmtDbtr/Nm', 'RltdPties/UltmtDbtr/Pty/Nm']

/** Returns what the payer wrote: lines, or a reference of the creditor. */
function remittanceOf(transaction: XmlNode): string {
  const lines = allAt(transaction, 'RmtInf', 'Ustrd').map(({ text }) => text.trim())
  const structured = allAt(transaction, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text.trim())
  return [...lines, ...structured].filter(Boolean).join(' ')
}

/**
 * Returns the credits of an entry: one for each transaction of a batch, else one.
 * @param miss called with the reason for which one cannot be read
 */
function creditsOf(entry: XmlNode, account: string, miss: (reason: string) => void): StatedTransfer[] {
  const isBooked = ['', 'BOOK'].includes(textAt(entry, 'Sts/Cd', 'Sts'))
  const isCredit = textAt(entry, 'CdtDbtInd') === 'CRDT' && textAt(entry, 'RvslInd') !== 'true'
  const bookedOn = textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm').slice(0, 10)
  if (!isBooked || !isCredit) return []
  if (!/^\d{4}-\d\d-\d\d$/.test(bookedOn)) {
    miss(`“${bookedOn}” is no day`)
    return []
  }
  const transactions = allAt(entry, 'NtryDtls', 'TxDtls')
  const isBatch = transactions.length > 1
  const numbered = textAt(entry, 'NtryRef') // of this account only
  const reference = textAt(entry, 'AcctSvcrRef') || (numbered && `${account} ${numbered}`.trim())
  return (transactions.length === 0 ? [entry] : transactions).flatMap((transaction, index): StatedTransfer[] => {
    const stated = isBatch ? [...allAt(transaction, 'Amt'), ...allAt(transaction, 'AmtDtls', 'TxAmt', 'Amt')] : allAt(entry, 'Amt')
    const [amount] = stated
    const [text, code] = [amount?.text.trim() ?? '', amount?.attributes.Ccy ?? '']
    const amountCents = toMinor(text.replace(/(\.\d\d)0+$/, '$1'))
    const currency = CURRENCIES.find((known) => known === code)
    if (amountCents === null) miss(text === '' ? 'it names no amount' : `“${text}” is no amount`)
    else if (currency === undefined && amountCents > 0) miss(`“${code}” is no currency of the shop`)
    if (currency === undefined || amountCents === null || amountCents <= 0) return []
    const own = textAt(transaction, 'Refs/AcctSvcrRef', 'Refs/TxId') || (reference && isBatch ? `${reference}/${index + 1}` : reference)
    const remitted = remittanceOf(transaction) || textAt(entry, 'AddtlNtryInf')
    const endToEnd = textAt(transaction, 'Refs/EndToEndId')
    const isNamed = endToEnd !== '' && endToEnd !== 'NOTPROVIDED'
    return [
      {
        bookedOn,
        currency,
        amountCents,
        name: textAt(transaction, ...DEBTOR),
        text: [remitted, isNamed ? endToEnd : ''].filter(Boolean).join(' '),
        reference: own,
      },
    ]
  })
}

/** Reads the credits of a bank statement as CAMT.053; those that cannot be read by the number of their entry. @throws Unreadable */
export function readCamt(bytes: Uint8Array): { transfers: StatedTransfer[]; unread: UnreadRow[] } {
  const statements = allAt(parseTree(readText(bytes, {}).text), 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw new Unreadable('it is no bank statement as CAMT.053.')
  const entries = statements.flatMap((statement) => {
    const account = textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')
    return allAt(statement, 'Ntry').map((entry) => ({ entry, account }))
  })
  const unread: UnreadRow[] = []
  const transfers = entries.flatMap(({ entry, account }, at) => {
    const reasons = new Set<string>() // one for all transactions of a batch
    const credits = creditsOf(entry, account, (reason) => reasons.add(reason))
    unread.push(...[...reasons].map((reason) => ({ row: at + 1, reason })))
    return credits
  })
  return { transfers, unread }
}

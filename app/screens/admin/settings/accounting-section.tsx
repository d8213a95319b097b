import { Fragment } from 'react'
import { textOf } from '#app/lib/form-text.ts'
import type { Settings } from '#contract/platform/settings.ts'
import { REVENUE_KINDS, type RevenueKind } from '#domain/accounting.ts'
import { type Member, optionalNumber, text } from './members.tsx'
import { settingsSection } from './section.tsx'

type Texts = Record<RevenueKind, string>

const KIND_LABELS: Readonly<Texts> = {
  domestic: 'Sales in Germany at 19%',
  intraCommunity: 'Intra-Community supplies',
  export: 'Exports',
  otherEu: 'VAT of other EU countries',
  other: 'All other sales',
}

const account = (label: string) => text(label, { inputMode: 'numeric', required: true })
const taxKey = (label: string) => text(label, { inputMode: 'numeric', isOptional: true })

function readTexts(fields: FormData, name: string): Texts {
  const at = (kind: RevenueKind) => textOf(fields, `${name}.${kind}`)
  return {
    domestic: at('domestic'),
    intraCommunity: at('intraCommunity'),
    export: at('export'),
    otherEu: at('otherEu'),
    other: at('other'),
  }
}

/** The account of each kind of revenue, and its tax key behind it. */
const accounts: Member<Texts, Settings['accounting']> = {
  read: readTexts,
  show: ({ name, value, errors }, { keys }) =>
    REVENUE_KINDS.map((kind) => (
      <Fragment key={kind}>
        {account(KIND_LABELS[kind]).show({ name: `${name}.${kind}`, value: value[kind], errors }, null)}
        {taxKey(`${KIND_LABELS[kind]}: tax key`).show({ name: `accounting.keys.${kind}`, value: keys[kind], errors }, null)}
      </Fragment>
    )),
}

/** Accounts and numbers for the journal and DATEV. */
export const AccountingSection = settingsSection('accounting', {
  text: 'Accounts used in the journal and the DATEV file under Accounting. The defaults are from the SKR03 chart of accounts.',
  members: {
    consultant: optionalNumber('DATEV consultant number', { hint: 'Only needed for the DATEV file, like the client number.' }),
    client: optionalNumber('DATEV client number'),
    receivables: account('Receivables'),
    clearing: account('Clearing with sellers'),
    tax: account('Tax on sales'),
    commission: account('Commission'),
    purchases: account('Purchases from sellers'),
    inputTax: account('Input tax'),
    accounts,
    keys: { read: readTexts, show: () => null },
  },
})

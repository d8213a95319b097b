import { textOf } from '#app/lib/form-text.ts'
import { TextField } from '#app/ui/field.tsx'
import { REVENUE_KINDS, type RevenueKind } from '#domain/accounting.ts'
import { type SectionProps, SettingsSection } from './section.tsx'

const KIND_LABELS: Readonly<Record<RevenueKind, string>> = {
  domestic: 'Sales in Germany at 19%',
  intraCommunity: 'Intra-Community supplies',
  export: 'Exports',
  otherEu: 'VAT of other EU countries',
  other: 'All other sales',
}

const PLAIN = [
  { name: 'receivables', label: 'Receivables' },
  { name: 'clearing', label: 'Clearing with sellers' },
  { name: 'tax', label: 'Tax on sales' },
  { name: 'commission', label: 'Commission' },
  { name: 'purchases', label: 'Purchases from sellers' },
  { name: 'inputTax', label: 'Input tax' },
] as const

const numberAt = (fields: FormData, name: string) => (textOf(fields, name) === '' ? null : Number(textOf(fields, name)))
const byKind = (fields: FormData, name: string) =>
  Object.fromEntries(REVENUE_KINDS.map((kind) => [kind, textOf(fields, `accounting.${name}.${kind}`)])) as Record<RevenueKind, string> // one for each kind

const plainAccounts = (fields: FormData) =>
  Object.fromEntries(PLAIN.map(({ name }) => [name, textOf(fields, `accounting.${name}`)])) as Record<
    (typeof PLAIN)[number]['name'],
    string
  > // one for each name

/** Accounts and numbers for the journal and DATEV. */
export function AccountingSection(props: SectionProps) {
  const number = { type: 'number', inputMode: 'numeric', step: 1, isOptional: true } as const
  return (
    <SettingsSection
      {...props}
      group="accounting"
      text="Accounts used in the journal and the DATEV file under Accounting. The defaults are from the SKR03 chart of accounts."
      toValue={(fields) => ({
        consultant: numberAt(fields, 'accounting.consultant'),
        client: numberAt(fields, 'accounting.client'),
        ...plainAccounts(fields),
        accounts: byKind(fields, 'accounts'),
        keys: byKind(fields, 'keys'),
      })}
    >
      {(settings, errors) => (
        <div className="settings-grid">
          <TextField
            label="DATEV consultant number"
            {...number}
            name="accounting.consultant"
            defaultValue={settings.consultant ?? ''}
            error={errors['accounting.consultant']}
            hint="Only needed for the DATEV file, like the client number."
          />
          <TextField
            label="DATEV client number"
            {...number}
            name="accounting.client"
            defaultValue={settings.client ?? ''}
            error={errors['accounting.client']}
          />
          {PLAIN.map(({ name, label }) => (
            <TextField
              key={name}
              label={label}
              name={`accounting.${name}`}
              inputMode="numeric"
              defaultValue={settings[name]}
              required
              error={errors[`accounting.${name}`]}
            />
          ))}
          {REVENUE_KINDS.flatMap((kind) => [
            <TextField
              key={`${kind}-account`}
              label={KIND_LABELS[kind]}
              name={`accounting.accounts.${kind}`}
              inputMode="numeric"
              defaultValue={settings.accounts[kind]}
              required
              error={errors[`accounting.accounts.${kind}`]}
            />,
            <TextField
              key={`${kind}-key`}
              label={`${KIND_LABELS[kind]}: tax key`}
              name={`accounting.keys.${kind}`}
              inputMode="numeric"
              defaultValue={settings.keys[kind]}
              isOptional
              error={errors[`accounting.keys.${kind}`]}
            />,
          ])}
        </div>
      )}
    </SettingsSection>
  )
}

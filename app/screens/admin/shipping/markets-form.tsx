import { useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useStateForm } from '#app/features/kit/forms/use-state-form.ts'
import { useClosing } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { setShop } from '#app/lib/shop.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { toast } from '#app/lib/toast.ts'
import { SelectField } from '#app/ui/field.tsx'
import type { Markets } from '#contract/platform/markets.ts'
import { COUNTRY_CODES } from '#domain/country-codes.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { isMarketCountry, LEGAL_AREAS, type LegalArea, type Market, newMarket, PRICE_DISPLAYS, type PriceDisplay } from '#domain/market.ts'

const DISPLAY_LABELS: Readonly<Record<PriceDisplay, string>> = { net: 'Prices without tax', gross: 'Prices with tax' }
const LEGAL_LABELS: Readonly<Record<LegalArea, string>> = { eu: 'European Union', us: 'United States', other: 'Other' }
const CELL = 'px-1.5 py-1 border-t-[1.5px] border-line'
const HEAD = 'px-1.5 py-2 text-left text-sm font-normal text-ink-2'

/** The list of markets as an editable table. */
export function MarketsForm({ opened, onClose }: { opened: Markets; onClose: () => void }) {
  const form = useStateForm<Markets, Record<string, Market>, void>({
    record: opened,
    valuesOf: ({ markets }) => Object.fromEntries(markets.map((market) => [market.country, market])),
    check: checkForm,
    failed: 'The markets could not be saved.',
    send: async (markets, version) => {
      form.saved(await api.markets.save({ body: { markets: Object.values(markets), version } }))
      toast.success('Markets saved. They apply to forms and carts right away.')
      setShop(await queryClient.fetchQuery({ queryKey: shopFactsQuery.queryKey, queryFn: () => api.shop.facts(), staleTime: 0 }))
      await refreshTabs(queryClient)
      onClose()
    },
  })
  const closing = useClosing(form.isDirty, onClose)
  const markets = Object.values(form.values)
  return (
    <RecordForm
      form={form}
      {...closing}
      save="Save markets"
      foot="items-center"
      className="panel mt-3 grid grid-cols-[minmax(0,1fr)] gap-4 p-4.5"
      aria-label="Edit markets"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it */}
      <div className="relative overflow-x-auto" role="region" aria-label="Markets" tabIndex={0}>
        <table className="w-full border-collapse">
          <thead>
            <tr>
              {['Country', 'Open', 'Private persons see', 'Private persons can buy', 'Consumer law'].map((title) => (
                <th key={title} scope="col" className={HEAD}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {markets.map((market) => (
              <MarketRow
                key={market.country}
                market={market}
                change={(values) => form.change({ [market.country]: { ...market, ...values } })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <AddCountry known={markets} add={(country) => form.change({ [country]: newMarket(country, true) })} />
    </RecordForm>
  )
}

function MarketRow({ market, change }: { market: Market; change: (values: Partial<Market>) => void }) {
  const { country } = market
  const name = countryNameOf(country)
  const { isOpen, legal, priceDisplay, sellsToConsumers } = market
  return (
    <tr>
      <th scope="row" className={`${CELL} text-left font-medium`}>
        {name}
      </th>
      <td className={CELL}>
        <Box name={`${country}.isOpen`} label={`${name} is open`} isChecked={isOpen} onChange={(checked) => change({ isOpen: checked })} />
      </td>
      <td className={CELL}>
        <Choice
          name={`${country}.priceDisplay`}
          label={`Prices that private persons in ${name} see`}
          value={priceDisplay}
          options={PRICE_DISPLAYS}
          labels={DISPLAY_LABELS}
          onChange={(value) => change({ priceDisplay: value })}
        />
      </td>
      <td className={CELL}>
        <Box
          name={`${country}.sellsToConsumers`}
          label={`Private persons in ${name} can buy`}
          isChecked={sellsToConsumers}
          onChange={(checked) => change({ sellsToConsumers: checked })}
        />
      </td>
      <td className={CELL}>
        <Choice
          name={`${country}.legal`}
          label={`Consumer law of ${name}`}
          value={legal}
          options={LEGAL_AREAS}
          labels={LEGAL_LABELS}
          onChange={(value) => change({ legal: value })}
        />
      </td>
    </tr>
  )
}

interface BoxProps {
  name: string
  label: string
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

function Box({ name, label, isChecked, onChange }: BoxProps) {
  return (
    <label className="grid min-h-11 min-w-11 place-items-center">
      <input
        type="checkbox"
        name={name}
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}

interface ChoiceProps<Value extends string> {
  name: string
  label: string
  value: Value
  options: readonly Value[]
  labels: Readonly<Record<Value, string>>
  onChange: (value: Value) => void
}

function Choice<Value extends string>({ name, label, value, options, labels, onChange }: ChoiceProps<Value>) {
  return (
    <select
      className="input min-w-44"
      name={name}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(options.find((option) => option === event.currentTarget.value) ?? value)}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {labels[option]}
        </option>
      ))}
    </select>
  )
}

/** Adds a country to the list, open. */
function AddCountry({ known, add }: { known: readonly Market[]; add: (country: string) => void }) {
  const [country, setCountry] = useState('')
  const others = COUNTRY_CODES.filter((code) => isMarketCountry(code) && !known.some((market) => market.country === code))
  const names = others.map((code) => [code, countryNameOf(code)] as const).sort((one, other) => one[1].localeCompare(other[1], 'en'))
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField label="Another country" value={country} onChange={(event) => setCountry(event.currentTarget.value)}>
        <option value="">Choose a country</option>
        {names.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <button
        type="button"
        className="button hollow"
        disabled={country === ''}
        onClick={() => {
          add(country)
          setCountry('')
        }}
      >
        Add country
      </button>
    </div>
  )
}

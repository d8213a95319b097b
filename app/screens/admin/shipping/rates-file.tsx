import { CsvFile } from '#app/features/kit/frame/csv-file.tsx'
import { api } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'

const TEXT =
  'CSV with one line for each place and weight band. An import replaces the places and bands of the zones in the file. Thresholds, limits and extras of a band stay. If a line has an error, nothing is imported.'

/** Rates as a CSV file: out, and in again. */
export const RatesFile = ({ mayEdit }: { mayEdit: boolean }) => (
  <CsvFile
    noun="rates"
    text={TEXT}
    path="/api/admin/shipping/export"
    fileName="shipping-rates.csv"
    mayImport={mayEdit}
    send={async (csv) => {
      const { zones, rates } = await api.shipping.importRates({ body: { csv } })
      return `Imported ${count(rates, 'rate')} of ${count(zones, 'zone')}.`
    }}
  />
)

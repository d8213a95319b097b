import { useState } from 'react'
import { CsvFile } from '#app/features/kit/frame/csv-file.tsx'
import { api } from '#app/lib/api.ts'
import { CheckField } from '#app/ui/field.tsx'

const TEXT =
  'CSV with the columns country, register (packaging or electrical), number, system, firstDay and lastDay. An import adds numbers and changes those of the same country and register. If a line has an error, nothing is imported.'

/** Numbers as a CSV file: out, and in again. */
export function NumbersFile() {
  const [confirms, setConfirms] = useState(false)
  return (
    <CsvFile
      noun="numbers"
      text={TEXT}
      path="/api/business/registrations/export"
      fileName="register-numbers.csv"
      isClosed={!confirms}
      failedTitle="Nothing was imported."
      send={async (csv) => {
        await api.registers.importOfBusiness({ body: { csv, confirms } })
        return 'Numbers imported. New and changed ones are confirmed by the shop.'
      }}
    >
      <div className="mt-3">
        <CheckField
          label="I confirm that everything I sell in the countries of the file is covered by these registrations"
          name="confirmsFile"
          checked={confirms}
          onChange={(event) => setConfirms(event.currentTarget.checked)}
        />
      </div>
    </CsvFile>
  )
}

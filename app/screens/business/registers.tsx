import { NumbersFile } from '#app/features/sellers/registers/numbers-file.tsx'
import { ownRegistersQuery } from '#app/features/sellers/registers/queries.ts'
import { RegistersForm } from '#app/features/sellers/registers/registers-form.tsx'
import { figure } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { BusinessRegisters } from '#contract/sellers/registers.ts'

/** Numbers without which products are not available somewhere, and those that the shop only asks for. */
function Needed({ needed }: Pick<BusinessRegisters, 'needed'>) {
  const required = needed.filter(({ mode }) => mode === 'require')
  const asked = needed.filter(({ mode }) => mode === 'ask')
  return (
    <>
      {required.length > 0 && (
        <div className="notice warn mt-6">
          <ul className="grid gap-2">
            {required.map(({ country, stream, text }) => (
              <li key={`${country} ${stream}`}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {asked.length > 0 && (
        <details className="mt-4">
          <summary>Numbers we ask for ({figure(asked.length)})</summary>
          <ul className="mt-2 grid gap-1 text-ink-2">
            {asked.map(({ country, stream, text }) => (
              <li key={`${country} ${stream}`}>{text}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Numbers of the seller's business in registers of producers. */
export default function BusinessRegistersScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <h1>Registers</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Many countries want sellers of packaging and electrical equipment to be in a register of producers. Enter your numbers here. The
        shop confirms each one before it counts.
      </p>
      <Load read={ownRegistersQuery(token)} failure="Your numbers could not be loaded.">
        {(registers) => (
          <>
            <Needed needed={registers.needed} />
            <RegistersForm registers={registers} />
            <NumbersFile />
          </>
        )}
      </Load>
    </>
  )
}

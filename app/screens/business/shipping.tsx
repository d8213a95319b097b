import { useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useTyped } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { ZoneList } from '#app/features/pricing/shipping/zone-list.tsx'
import { api, type Read } from '#app/lib/api.ts'
import { COUNTRIES } from '#app/lib/countries.ts'
import { textOf } from '#app/lib/form-text.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Load } from '#app/ui/load.tsx'
import type { Dispatch, Zone } from '#contract/pricing/shipping.ts'
import type { OwnPause } from '#contract/sellers/business-profile.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { hasPostalCodes, needsPostalCode } from '#domain/postal-code.ts'
import { stateLabel } from '#domain/states.ts'
import { PauseSection } from './pause.tsx'

/** All that the screen shows is read at once: no part moves another when it arrives. */
const ownShippingQuery = (token: string | null): Read<[Dispatch, OwnPause, Zone[]]> => ({
  queryKey: [...officeKey(token), 'own-shipping'],
  read: ({ shipping, business }, signal) =>
    Promise.all([shipping.ownDispatch({ signal }), business.pause({ signal }), shipping.ownZones({ signal })]),
  staleTime: 0,
})

/** The address that a seller's products leave from, the days on which it takes no orders, and its own shipping zones. */
export default function SellerShippingScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <h1>Shipping</h1>
      <Load read={ownShippingQuery(token)} failure="Your shipping settings could not be loaded.">
        {([dispatch, pause, zones]) => (
          <>
            <section aria-labelledby="dispatch" className="mt-4">
              <h2 id="dispatch" className="text-xl">
                Dispatch address
              </h2>
              <p className="mt-1 max-w-text text-ink-2">Where your products ship from. The country decides which rates apply.</p>
              <DispatchForm key={JSON.stringify(dispatch)} dispatch={dispatch} />
            </section>
            <PauseSection own={pause} />
            <OwnZones zones={zones} />
          </>
        )}
      </Load>
    </>
  )
}

function OwnZones({ zones }: { zones: readonly Zone[] }) {
  return (
    <section aria-labelledby="own-zones" className="mt-8">
      <h2 id="own-zones" className="text-xl">
        Your rates
      </h2>
      <p className="mt-1 max-w-text text-ink-2">
        Your own rates come before the platform's for your products, where they cover the destination and the way the product ships. Prices
        are without tax.
      </p>
      <ZoneList
        zones={zones}
        mayEdit
        empty="You use the platform's rates."
        calls={{
          create: (body) => api.shipping.createOwnZone({ body }),
          update: (id, body) => api.shipping.updateOwnZone({ params: { id }, body }),
          move: (id, position) => api.shipping.moveOwnZone({ params: { id }, body: { position } }),
          remove: (id) => api.shipping.removeOwnZone({ params: { id } }),
        }}
      />
    </section>
  )
}

const FIELDS = ['address', 'city', 'state', 'postalCode', 'country'] as const

function DispatchForm({ dispatch }: { dispatch: Dispatch }) {
  const [isOwn, setOwn] = useState(dispatch.isOwn)
  const typed = useTyped()
  const [country, setCountry] = useState(dispatch.country)
  const form = useForm({
    check: checkForm,
    failed: 'The dispatch address could not be saved.',
    send: async (fields) => {
      const [address = '', city = '', state = '', postalCode = '', country = ''] = FIELDS.map((field) =>
        textOf(fields, `dispatch.${field}`),
      )
      await api.shipping.setOwnDispatch({ body: { dispatch: isOwn ? null : { address, city, state, postalCode, country } } })
      typed.reset()
      toast.success('Dispatch address saved.')
      await refreshTabs(queryClient)
    },
  })
  const at = (field: (typeof FIELDS)[number]) => ({
    name: `dispatch.${field}`,
    defaultValue: dispatch[field],
    error: form.errors[`dispatch.${field}`],
  })
  const isListed = COUNTRIES.some(([code]) => code === dispatch.country)
  return (
    <RecordForm
      form={{ ...form, isDirty: typed.isDirty }}
      {...typed.props}
      className="panel mt-3 grid gap-3 p-4.5"
      save="Save dispatch address"
      foot=""
    >
      <label className="flex min-h-11 w-fit items-center gap-3">
        <input type="checkbox" name="isOwn" checked={isOwn} onChange={(event) => setOwn(event.target.checked)} />
        Same as your business address
      </label>
      {isOwn ? (
        dispatch.isOwn && (
          <p className="text-ink-2">
            {[dispatch.address, `${dispatch.postalCode} ${dispatch.city}`.trim(), dispatch.country && countryNameOf(dispatch.country)]
              .filter(Boolean)
              .join(', ')}
          </p>
        )
      ) : (
        <>
          <TextField label="Street address" required maxLength={200} {...at('address')} />
          <div className="grid gap-3 sm:grid-cols-2">
            {hasPostalCodes(country) && (
              <TextField
                label="Postal code"
                required={needsPostalCode(country)}
                isOptional={!needsPostalCode(country)}
                maxLength={20}
                {...at('postalCode')}
              />
            )}
            <TextField label="City" required maxLength={100} {...at('city')} />
            <TextField label={stateLabel(country)} isOptional maxLength={100} {...at('state')} />
            <SelectField label="Country" required onChange={(event) => setCountry(event.target.value)} {...at('country')}>
              {!isListed && <option value="">Choose a country</option>}
              {COUNTRIES.map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
        </>
      )}
    </RecordForm>
  )
}

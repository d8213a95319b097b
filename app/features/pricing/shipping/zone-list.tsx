import { type ReactNode, useState } from 'react'
import { DeleteDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { messageOf } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#app/ui/icons.tsx'
import type { Zone, ZoneBody } from '#contract/pricing/shipping.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { DEFAULT_SHIPPING_RATES } from '#domain/shipping.ts'
import { OTHER_COUNTRIES } from '#domain/shipping-zones.ts'
import { areasSummary } from './zone-draft.ts'
import { ZoneForm } from './zone-form.tsx'

interface ZoneListProps {
  zones: readonly Zone[]
  mayEdit: boolean
  /** Shown while there is no zone. */
  empty: ReactNode
  calls: {
    create: (body: ZoneBody) => Promise<Zone>
    update: (id: string, body: ZoneBody) => Promise<Zone>
    move: (id: string, position: number) => Promise<unknown>
    remove: (id: string) => Promise<unknown>
  }
}

const nameOf = (country: string) => (country === OTHER_COUNTRIES ? 'all other countries' : countryNameOf(country))

type Rate = Zone['rates'][number]

const weightOf = ({ minKg, maxKg }: Rate) => {
  if (maxKg === null) return minKg === 0 ? 'any weight' : `from ${minKg} kg`
  return minKg === 0 ? `below ${maxKg} kg` : `${minKg} to below ${maxKg} kg`
}

function priceOf({ price, perKg, freeFrom, class: of }: Rate): string {
  if (!price) return 'By quote'
  const both = (amounts: { USD: number; EUR: number }) => `${money(amounts.USD, 'USD')} / ${money(amounts.EUR, 'EUR')}`
  if (of === 'freight' && price.USD + price.EUR + perKg.USD + perKg.EUR === 0) return 'Freight included'
  const more = perKg.USD + perKg.EUR > 0 ? ` + ${both(perKg)} per kg` : ''
  return `${both(price)}${more}${freeFrom ? `, free from ${both(freeFrom)}` : ''}`
}

/** A call that moves a zone at a time, and says how it went. */
function useMove(send: ZoneListProps['calls']['move']) {
  const [isMoving, setMoving] = useState(false)
  const move = async ({ id, name }: Zone, position: number) => {
    setMoving(true)
    try {
      await send(id, position)
      await refreshTabs(queryClient)
      toast.success(`${name} is now number ${position + 1}.`)
    } catch (failure) {
      toast.error(messageOf(failure, 'The zone could not be moved.'))
    } finally {
      setMoving(false)
    }
  }
  return { isMoving, move }
}

/** Shipping zones in order, each with its rates, and its form in its place. */
export function ZoneList({ zones, mayEdit, empty, calls }: ZoneListProps) {
  const [open, setOpen] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<Zone | null>(null)
  const close = () => setOpen(null)
  const { isMoving, move } = useMove(calls.move)
  return (
    <>
      {zones.length === 0 && open !== 'new' && <p className="panel mt-3 p-4.5">{empty}</p>}
      {zones.map((zone, at) =>
        open === zone.id ? (
          <ZoneForm key={zone.id} zone={zone} isReadOnly={!mayEdit} save={(body) => calls.update(zone.id, body)} onClose={close} />
        ) : (
          <ZonePanel key={zone.id} zone={zone} mayEdit={mayEdit} onOpen={() => setOpen(zone.id)} onDelete={() => setDeleted(zone)}>
            {mayEdit && zones.length > 1 && (
              <>
                <MoveButton label={`Move ${zone.name} up`} isOff={at === 0} isMoving={isMoving} onPress={() => void move(zone, at - 1)}>
                  <ArrowUpIcon />
                </MoveButton>
                <MoveButton
                  label={`Move ${zone.name} down`}
                  isOff={at === zones.length - 1}
                  isMoving={isMoving}
                  onPress={() => void move(zone, at + 1)}
                >
                  <ArrowDownIcon />
                </MoveButton>
              </>
            )}
          </ZonePanel>
        ),
      )}
      {open === 'new' ? (
        <ZoneForm zone={null} save={calls.create} onClose={close} />
      ) : (
        mayEdit && (
          <button type="button" className="button mt-3" onClick={() => setOpen('new')}>
            Add zone
          </button>
        )
      )}
      {deleted && <DeleteZone zone={deleted} remove={calls.remove} onClose={() => setDeleted(null)} />}
    </>
  )
}

interface MoveButtonProps {
  label: string
  isOff: boolean
  isMoving: boolean
  onPress: () => void
  children: ReactNode
}

/** Keeps the focus where a zone comes to the top or the bottom, so it is never `disabled`. */
function MoveButton({ label, isOff, isMoving, onPress, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      className={isOff ? 'icon-button opacity-35' : 'icon-button'}
      aria-label={label}
      aria-disabled={isOff || isMoving || undefined}
      onClick={isOff || isMoving ? undefined : onPress}
    >
      {children}
    </button>
  )
}

interface ZonePanelProps {
  zone: Zone
  mayEdit: boolean
  onOpen: () => void
  onDelete: () => void
  /** Buttons before those that open and delete. */
  children: ReactNode
}

function ZonePanel({ zone, mayEdit, onOpen, onDelete, children }: ZonePanelProps) {
  const verb = mayEdit ? 'Edit' : 'View'
  const from = zone.dispatchCountries.length > 0 ? areasSummary({ areas: zone.dispatchCountries.map(areaOf) }, nameOf) : 'any country'
  return (
    <section aria-label={zone.name} className="panel mt-3 p-4.5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="text-lg">
            <bdi>{zone.name}</bdi>
          </h3>
          <p className="max-w-text text-sm text-ink-2">
            From {from} to {areasSummary(zone, nameOf)}
          </p>
        </div>
        <span className="flex items-center gap-2">
          {children}
          <button type="button" className="button hollow small" aria-label={`${verb} ${zone.name}`} onClick={onOpen}>
            {verb}
          </button>
          {mayEdit && (
            <button type="button" className="button danger small" aria-label={`Delete ${zone.name}`} onClick={onDelete}>
              Delete
            </button>
          )}
        </span>
      </div>
      {zone.rates.length === 0 ? (
        <p className="mt-2">All deliveries are by quote.</p>
      ) : (
        <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {zone.rates.map((rate) => (
            <li key={JSON.stringify(rate)} className="text-sm">
              <span className="text-ink-2">
                {rate.class === 'freight' ? 'Freight' : `Parcel, ${DEFAULT_SHIPPING_RATES[rate.method].label.toLowerCase()}`},{' '}
                {weightOf(rate)}:
              </span>{' '}
              {priceOf(rate)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const areaOf = (country: string) => ({ country, state: null, postcodeFrom: null, postcodeTo: null })

function DeleteZone({ zone, remove, onClose }: { zone: Zone; remove: (id: string) => Promise<unknown>; onClose: () => void }) {
  return (
    <DeleteDialog
      title={`Delete ${zone.name}?`}
      remove={() => remove(zone.id)}
      done={`${zone.name} deleted.`}
      failed="The zone could not be deleted."
      onClose={onClose}
    >
      <p>Delivery to places not covered by another zone will be by quote. Existing orders keep their shipping.</p>
    </DeleteDialog>
  )
}

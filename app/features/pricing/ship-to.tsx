import { type ComponentType, useState } from 'react'
import { useIsHydrated } from '#app/features/kit/session/use-session.ts'
import { toastFailure } from '#app/lib/api.ts'
import { useMarket } from '#app/lib/market.ts'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import { countryNameOf } from '#domain/country-name.ts'
import type { VisitorMarket } from '#domain/display-price.ts'

const KIND_WORDS: Readonly<Record<BuyerKind, string>> = { business: 'business', consumer: 'private' }

/** Names country and kind of buyer: "Germany, private". */
export const marketName = ({ country, buyer }: VisitorMarket): string => `${countryNameOf(country)}, ${KIND_WORDS[buyer]}`

type Dialog = ComponentType<{ market: VisitorMarket; onClose: () => void }>

const loadDialog = async (): Promise<Dialog> => (await import('./ship-to-dialog.tsx')).ShipToDialog

interface ShipToProps {
  /** Names country and buyer in full; else the country's code. */
  isLong?: boolean
  /** The place where it is not that of the page: of a cart. */
  of?: VisitorMarket
  className?: string
}

/** Button that names the place to ship to. The dialog in which visitors choose it is loaded when they reach for the button. */
export function ShipTo({ isLong = false, of, className = '' }: ShipToProps) {
  const [OpenDialog, setOpenDialog] = useState<Dialog | null>(null)
  const visited = useMarket()
  const market = of ?? visited
  const isHydrated = useIsHydrated()
  const name = marketName(market)
  const preload = () => void loadDialog().catch(() => null)
  const open = () =>
    void loadDialog().then(
      (loaded) => setOpenDialog(() => loaded),
      (failure: unknown) => toastFailure(failure, 'The countries could not be loaded. Please try again.'),
    )
  return (
    <>
      <button
        type="button"
        className={`needs-script inline-flex items-center min-h-11 ${className}`}
        aria-label={isLong ? `Ship to ${name}. Change` : `Ship to ${market.country}: ${name}. Change`}
        aria-haspopup="dialog"
        disabled={!isHydrated}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        {isLong ? (
          `Ship to ${name}`
        ) : (
          <>
            <span className="@max-[86em]/site-header:hidden">Ship to&nbsp;</span>
            {market.country}
          </>
        )}
      </button>
      {OpenDialog && <OpenDialog market={market} onClose={() => setOpenDialog(null)} />}
    </>
  )
}

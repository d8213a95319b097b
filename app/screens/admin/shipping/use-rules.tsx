import { useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

/** Notice of a shop from before zones, with the switch to them. */
export function UseRules({ mayEdit }: { mayEdit: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await api.shipping.applyRules()
      toast.success('Shipping follows the zones now.')
      await refreshTabs(queryClient)
      setAsking(false)
    } catch (failure) {
      setError(messageOf(failure, 'The zones could not be put in force.'))
    }
    setBusy(false)
  }
  return (
    <div className="notice mt-4">
      <p>
        These zones are not in force yet: every country pays the shipping rates of Settings, and freight is included everywhere. Check the
        zones, then put them in force.
      </p>
      {mayEdit && (
        <button type="button" className="button mt-3" onClick={() => setAsking(true)}>
          Use rules by country
        </button>
      )}
      {isAsking && (
        <AskDialog
          title="Use rules by country?"
          confirm="Use rules by country"
          busy="Switching…"
          isBusy={isBusy}
          error={error}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        >
          <p>
            Carts pay by the zones from now on, and places without a rate need a quote. Orders that are placed keep their shipping. This
            can't be undone.
          </p>
        </AskDialog>
      )}
    </div>
  )
}

import { useState } from 'react'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'

/** Has the words of all products written anew, for super admins. */
export function Reindex() {
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await api.synonyms.reindex()
      toast.success('The search index is being rebuilt. Search keeps working meanwhile.')
    } catch (failure) {
      toast.error(messageOf(failure, 'The search index could not be rebuilt.'))
    }
    setBusy(false)
  }
  return (
    <section aria-labelledby="reindex" className="mt-8">
      <h2 id="reindex" className="text-xl">
        Search index
      </h2>
      <p className="mt-2 max-w-text text-ink-2">
        The index updates automatically when a product changes. Rebuild it if products are missing from search results.
      </p>
      <BusyButton className="button hollow mt-3" isBusy={isBusy} busy="Sending…" onPress={() => void send()}>
        Rebuild index
      </BusyButton>
    </section>
  )
}

import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { count } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'

/** Downloads the file of all prepared payouts for the bank, with the accounts; says how many are held and left out. */
export function BankFile() {
  const file = useMutation({
    mutationFn: () => download('/api/admin/payouts/file', 'bank-payouts.csv'),
    onSuccess: (headers) => {
      const held = Number(headers.get('x-held-count'))
      if (held > 0) toast.info(`${count(held, 'payout is', 'payouts are')} held and not in the file. See Held.`)
    },
    onError: (error) => toastFailure(error, 'The file could not be created. Please try again.'),
  })
  return (
    <BusyButton className="button hollow small" isBusy={file.isPending} busy="Creating the file..." onPress={() => file.mutate()}>
      Download bank file
    </BusyButton>
  )
}

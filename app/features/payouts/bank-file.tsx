import { useMutation } from '@tanstack/react-query'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { toast } from '#app/ui/toast.ts'

/** Takes the file of all prepared payouts, with the accounts, for the bank. */
export function BankFile() {
  const file = useMutation({
    mutationFn: () => download('/api/admin/payouts/file', 'bank-payouts.csv'),
    onError: (error) => toast.error(messageOf(error, 'The file could not be made. Please try again.')),
  })
  return (
    <BusyButton className="button hollow small" isBusy={file.isPending} busy="Making the file..." onPress={() => file.mutate()}>
      Download bank file
    </BusyButton>
  )
}

import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { MAX_SLIPS } from '#domain/order.ts'

interface SlipsButtonProps {
  path: string
  /** Content of the file; absent: packing slips. */
  label?: 'Packing slips' | 'Pick list'
  /** Orders that are chosen, and the function that reads them. */
  total: number
  load: () => Promise<readonly { id: string }[]>
  /** Look of the button outside the tools of a grid. */
  className?: string
}

/** Downloads the packing slips of the selected orders, or their pick list, as one file. */
export function SlipsButton({ path, label = 'Packing slips', total, load, className }: SlipsButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (total > MAX_SLIPS) return toast.error(`Please choose at most ${MAX_SLIPS} orders for one file`)
    setBusy(true)
    try {
      const ids = (await load()).map(({ id }) => id)
      await download(`${path}?ids=${ids.join(',')}`, `${label.toLowerCase().replace(' ', '-')}.pdf`)
    } catch (error) {
      toast.error(messageOf(error, `The ${label.toLowerCase()} could not be created. Please try again.`))
    } finally {
      setBusy(false)
    }
  }
  return (
    <BusyButton {...(className && { className })} isBusy={isBusy} busy="Creating..." onPress={() => void save()}>
      {label}
    </BusyButton>
  )
}

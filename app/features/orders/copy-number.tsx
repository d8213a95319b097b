import { copyText } from '#app/lib/hand-over.ts'
import { toast } from '#app/lib/toast.ts'

/** The number of an order with a button that copies it. */
export function CopyNumber({ number }: { number: string }) {
  const copy = async () => {
    if (await copyText(number)) toast.success('Order number copied')
    else toast.error('The number could not be copied. Select and copy it instead.')
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5">
      <span className="price text-lg wrap-anywhere">{number}</span>
      <button type="button" className="button small hollow no-print min-h-11" onClick={() => void copy()}>
        Copy<span className="visually-hidden"> the order number</span>
      </button>
    </p>
  )
}

import { type ChangeEvent, useRef, useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { PICTURE_TYPES, UPLOAD_FAILED, uploadPicture } from './upload-picture.ts'

interface PictureButtonProps {
  label: string
  className: string
  onKept: (address: string) => void
}

/** Lets one choose a picture from the device and keeps it in the shop. */
export function PictureButton({ label, className, onKept }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    setBusy(true)
    try {
      onKept(await uploadPicture(file))
    } catch (error) {
      toast.error(messageOf(error, UPLOAD_FAILED))
    } finally {
      setBusy(false)
      target.value = ''
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        aria-label={label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => void send(event)}
      />
      <BusyButton className={className} isBusy={isBusy} busy="Uploading…" onPress={() => input.current?.click()}>
        {label}
      </BusyButton>
    </>
  )
}

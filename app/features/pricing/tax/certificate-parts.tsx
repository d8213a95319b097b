import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Exemption } from '#contract/pricing/exemptions.ts'
import { CERTIFICATE_STATUS_LABELS } from '#domain/tax-certificate.ts'

const TONES: Readonly<Record<Exemption['status'], string>> = { waiting: 'warn', accepted: 'ok', refused: 'bad', expired: 'idle' }

/** Status of a certificate as a colored word. */
export function CertificateState({ status }: Pick<Exemption, 'status'>) {
  return <span className={`status ${TONES[status]}`}>{CERTIFICATE_STATUS_LABELS[status]}</span>
}

/** Button that downloads the file of a certificate. */
export function CertificateFile({
  certificate: { id, number },
  name = number,
}: {
  certificate: Pick<Exemption, 'id' | 'number'>
  name?: string
}) {
  const [isBusy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      await download(`/api/exemptions/${id}/file`, `certificate-${number}`)
    } catch (failure) {
      toast.error(messageOf(failure, 'The file could not be downloaded. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <BusyButton
      className="button hollow small"
      isBusy={isBusy}
      busy="Loading…"
      aria-label={`Download certificate ${name}`}
      onPress={() => void fetchIt()}
    >
      Download
    </BusyButton>
  )
}

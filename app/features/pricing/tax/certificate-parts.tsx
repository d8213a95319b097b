import { DownloadButton } from '#app/features/kit/frame/download-button.tsx'
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
  return <DownloadButton path={`/api/exemptions/${id}/file`} fileName={`certificate-${number}`} name={`certificate ${name}`} />
}

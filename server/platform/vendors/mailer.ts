import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

/** A written mail, ready to leave. */
export interface OutgoingMail {
  from: { name: string; address: string }
  to: string
  /** Who gets the answer; absent: the sender. */
  replyTo?: { name: string; address: string } | undefined
  subject: string
  html: string
  text: string
  /** The same for every repeat of this mail, so that a reader's server can tell. */
  messageId: string
  date: Date
  /** Its name where mails become files. */
  fileName: string
}

/** The other side will never take this mail: its reader or its content was refused (SMTP 5xx). Trying again is of no use. */
export class RefusedForGood extends Error {}

/** The way out for mails. `send` settles when the other side has the mail, or throws; `RefusedForGood` where another try is of no use. */
export interface Mailer {
  send: (mail: OutgoingMail, signal?: AbortSignal) => Promise<void>
  close: () => void
}

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** Addresses are given as objects: a comma or a bracket in a text can never become a second reader. */
function messageOf({ fileName: _file, to, ...mail }: OutgoingMail) {
  return {
    ...mail,
    to: { name: '', address: to },
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A refusal of the reader or the content; one of the sender or of us as a client concerns every mail and may pass. */
function isForGood(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string } // as the library describes them
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA')
}

function openSmtp(url: string): Mailer {
  const transport = createTransport({ url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS })
  return {
    send: async (mail, signal) => {
      try {
        await transport.sendMail({ ...messageOf(mail), ...(signal && { signal }) })
      } catch (error) {
        throw isForGood(error) ? new RefusedForGood(error.message, { cause: error }) : error
      }
    },
    close: () => transport.close(),
  }
}

/** One file a mail. A repeat has the name of the first and takes its place. */
function openFolder(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail))
      await mkdir(folder, { recursive: true })
      const path = join(folder, mail.fileName)
      await writeFile(`${path}.part`, message, { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
    close: () => transport.close(),
  }
}

/** Sends through the mail server of `smtpUrl`; without one, writes each mail to `mail/` of the data folder. */
export function openMailer({ smtpUrl, dataDir }: { smtpUrl: string | undefined; dataDir: string }): Mailer {
  return smtpUrl ? openSmtp(smtpUrl) : openFolder(join(dataDir, 'mail'))
}

import { type Files, headOf } from '#server/platform/files/files.ts'
import { traceCalls } from '#server/platform/traces.ts'

/** A rendered email. */
export interface OutgoingMail {
  from: { name: string; address: string }
  to: string
  /** Recipient of replies; by default the sender. */
  replyTo?: { name: string; address: string } | undefined
  subject: string
  html: string
  text: string
  /** The same in every attempt, so that mail servers can recognize duplicates. */
  messageId: string
  /** Message-ID of the email that this one replies to: both are shown as one conversation. */
  inReplyTo?: string | undefined
  date: Date
  /** File name where emails are written to files. */
  fileName: string
  attachments?: readonly MailAttachment[]
}

/** A file that is sent with an email. */
export interface MailAttachment {
  filename: string
  contentType: string
  content: Buffer
}

/** Thrown when the mail server permanently rejects the recipient or the content (SMTP 5xx), so that a retry is useless. */
export class PermanentRejectionError extends Error {}

/** Sends emails. `send` resolves when the mail server has accepted the email. @throws PermanentRejectionError if a retry is useless */
export interface Mailer {
  send: (mail: OutgoingMail, signal?: AbortSignal) => Promise<void>
  close: () => void
}

/** Loads the library with the first email. */
const load = () => import('nodemailer')

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** Passes addresses as objects, so that a comma or bracket cannot add a recipient. */
function messageOf({ fileName: _file, to, attachments, ...mail }: OutgoingMail) {
  return {
    ...mail,
    ...(attachments && { attachments: [...attachments] }),
    to: { name: '', address: to },
    // a reply was written by a person
    ...(mail.inReplyTo ? { references: mail.inReplyTo } : { headers: { 'Auto-Submitted': 'auto-generated' } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** True if the recipient or the content was rejected. A rejection of the sender or client affects every email and may be temporary. */
function isPermanent(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string } // as documented by nodemailer
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA')
}

function openSmtp(url: string): Mailer {
  const connect = async () =>
    (await load()).createTransport({ url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS })
  let transport: ReturnType<typeof connect> | undefined
  return {
    ...traceCalls('smtp', {
      send: async (mail: OutgoingMail, signal?: AbortSignal) => {
        transport ??= connect()
        const connected = await transport
        try {
          await connected.sendMail({ ...messageOf(mail), ...(signal && { signal }) })
        } catch (error) {
          throw isPermanent(error) ? new PermanentRejectionError(error.message, { cause: error }) : error
        }
      },
    }),
    close: () => void transport?.then((connected) => connected.close()),
  }
}

/** Writes each email to a file. A repeated email replaces the first one's file. */
function openFolder(files: Pick<Files, 'put'>): Mailer {
  return {
    send: async (mail) => {
      const { createTransport } = await load()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(messageOf(mail))
      const key = `mail/${mail.fileName}`
      await files.put(key, message as Buffer, headOf(key)) // `buffer: true` asks for one
    },
    close: () => {},
  }
}

/**
 * Connects to a mail server, encrypts where it can and signs in, as an email would. @throws Error with the server's reason
 * @param mustEncrypt refuses a server that offers no TLS
 */
export async function verifyMailServer(url: string, mustEncrypt: boolean): Promise<void> {
  const { createTransport } = await load()
  const transport = createTransport({
    url,
    requireTLS: mustEncrypt,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Opens the mail server of `smtpUrl`; without one, emails are written to `mail/` of the files. */
export function openMailer({ smtpUrl }: { smtpUrl: string | undefined }, files: Pick<Files, 'put'>): Mailer {
  return smtpUrl ? openSmtp(smtpUrl) : openFolder(files)
}

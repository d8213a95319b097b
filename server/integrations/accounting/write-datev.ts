import { type AccountingSettings, datevRows } from '#domain/accounting.ts'
import { issuedOn, supplyPeriod } from '#domain/document.ts'
import { fractionOf } from '#domain/money.ts'
import { percentOfRate } from '#domain/tax-decision.ts'
import { addDays, DEFAULT_TIME_ZONE, dayOf, daysOfMonth } from '#domain/time.ts'
import { withLatinLetters } from '#server/platform/vendors/latin-letters.ts'
import { type JournalDocument, partnerOf } from './journal-rows.ts'

/*
 * DATEV format "EXTF", version 700, category 21 "Buchungsstapel": Windows-1252, semicolons, decimal commas, CRLF. Source: DATEV developer
 * portal, "DATEV-Format".
 */

const INFO = Array.from({ length: 8 }, (_, index) => [`Beleginfo - Art ${index + 1}`, `Beleginfo - Inhalt ${index + 1}`]).flat()

const MORE_INFO = Array.from({ length: 20 }, (_, index) => [
  `Zusatzinformation - Art ${index + 1}`,
  `Zusatzinformation - Inhalt ${index + 1}`,
]).flat()

/** Titles of the columns, in the order of the format; those after the last one that is used may be left out. */
const TITLES = [
  'Umsatz (ohne Soll/Haben-Kz)',
  'Soll/Haben-Kennzeichen',
  'WKZ Umsatz',
  'Kurs',
  'Basis-Umsatz',
  'WKZ Basis-Umsatz',
  'Konto',
  'Gegenkonto (ohne BU-Schlüssel)',
  'BU-Schlüssel',
  'Belegdatum',
  'Belegfeld 1',
  'Belegfeld 2',
  'Skonto',
  'Buchungstext',
  'Postensperre',
  'Diverse Adressnummer',
  'Geschäftspartnerbank',
  'Sachverhalt',
  'Zinssperre',
  'Beleglink',
  ...INFO,
  'KOST1 - Kostenstelle',
  'KOST2 - Kostenstelle',
  'Kost-Menge',
  'EU-Land u. UStID (Bestimmung)',
  'EU-Steuersatz (Bestimmung)',
  'Abw. Versteuerungsart',
  'Sachverhalt L+L',
  'Funktionsergänzung L+L',
  'BU 49 Hauptfunktionstyp',
  'BU 49 Hauptfunktionsnummer',
  'BU 49 Funktionsergänzung',
  ...MORE_INFO,
  'Stück',
  'Gewicht',
  'Zahlweise',
  'Forderungsart',
  'Veranlagungsjahr',
  'Zugeordnete Fälligkeit',
  'Skontotyp',
  'Auftragsnummer',
  'Buchungstyp',
  'USt-Schlüssel (Anzahlungen)',
  'EU-Mitgliedstaat (Anzahlungen)',
  'Sachverhalt L+L (Anzahlungen)',
  'EU-Steuersatz (Anzahlungen)',
  'Erlöskonto (Anzahlungen)',
  'Herkunft-Kz',
  'Buchungs GUID',
  'KOST-Datum',
  'SEPA-Mandatsreferenz',
  'Skontosperre',
  'Gesellschaftername',
  'Beteiligtennummer',
  'Identifikationsnummer',
  'Zeichnernummer',
  'Postensperre bis',
  'Bezeichnung SoBil-Sachverhalt',
  'Kennzeichen SoBil-Buchung',
  'Festschreibung',
  'Leistungsdatum',
]

/** Characters of Windows-1252 that are not at their place in Unicode. */
const SPECIAL = new Map(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((character, index) => [character, 0x80 + index] as const),
)

function byteOf(character: string): number | null {
  const special = SPECIAL.get(character)
  if (special !== undefined) return special
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : null
}

/** A text whose characters are at their places in Unicode. */
const isLatin1 = (text: string) => /^[\x00-\x7f\xa0-\xff]*$/.test(text)

/** Writes what Windows-1252 does not have in Latin letters. */
const plainText = (text: string) => (isLatin1(text) ? text : withLatinLetters(text, (character) => byteOf(character) !== null))

/** Encodes a text as Windows-1252; what it does not have is written in Latin letters. */
export function windows1252(text: string): Buffer {
  const plain = plainText(text)
  return isLatin1(plain) ? Buffer.from(plain, 'latin1') : Buffer.from([...plain].map((character) => byteOf(character) ?? 0x20))
}

const quoted = (text: string, most: number) =>
  `"${plainText(text)
    .replaceAll(/[\r\n;]+/g, ' ')
    .slice(0, most)
    .replaceAll('"', '""')}"`
const amount = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
/** The day before its month and year: `31.10.2026`. */
const dayFirst = (day: string, mark = '.') => day.split('-').toReversed().join(mark)
const compact = (day: string) => day.replaceAll('-', '')

/**
 * Returns the day by which an invoice is due as the format has it for open items (`"301126"`); '' for what is paid, for none, and where
 * the day is not known.
 */
function dueDay({ payment, timeZone }: JournalDocument['content']): string {
  if (payment?.kind !== 'due' || payment.by === null) return ''
  const [year = '', month = '', day = ''] = dayOf(new Date(payment.by), timeZone ?? DEFAULT_TIME_ZONE).split('-')
  return `"${day}${month}${year.slice(2)}"`
}

/** Numbers of the consultant and the client, which have been checked. */
interface DatevClient {
  consultant: number
  client: number
}

/** Returns the header of the file and the titles of its columns. */
export function datevHeader({ consultant, client }: DatevClient, month: string, now: Date): Buffer {
  const { from, before } = daysOfMonth(month)
  const created = now.toISOString().replaceAll(/\D/g, '').slice(0, 17)
  const yearStart = `${month.slice(0, 4)}0101`
  const head = [
    '"EXTF"',
    700,
    21,
    '"Buchungsstapel"',
    13,
    created,
    '',
    '"RE"',
    '""',
    '""',
    consultant,
    client,
    yearStart,
    4,
    compact(from),
    compact(addDays(before, -1)),
    quoted(`Documents ${month}`, 30),
    '""',
    1,
    0,
    0,
    '"EUR"',
    '',
    '""',
    '',
    '',
    '"03"',
    '',
    '',
    '""',
    '""',
  ]
  return windows1252(`${head.join(';')}\r\n${TITLES.map((title) => quoted(title, 80)).join(';')}\r\n`)
}

/** Returns the rows of a document. @param perEur units of its currency for one euro */
export function datevLines(document: JournalDocument, settings: AccountingSettings, perEur: number): string {
  const { label, currency, suppliedAt, content } = document
  const partner = partnerOf(document, 'platform')
  const day = issuedOn(document)
  const period = supplyPeriod(document)
  const rows = datevRows(document, settings).map(({ kind, country, percent, grossCents, side, account, counterAccount, taxKey }) => {
    const isEuro = currency === 'EUR'
    const euroCents = isEuro ? grossCents : fractionOf(grossCents, 1_000_000, Math.round(perEur * 1_000_000))
    const buyerId = kind === 'intraCommunity' ? partner.vatId || partner.vatCountry : ''
    const fields = new Map<string, string>([
      ['Umsatz (ohne Soll/Haben-Kz)', amount(grossCents)],
      ['Soll/Haben-Kennzeichen', quoted(side, 1)],
      ['WKZ Umsatz', quoted(currency, 3)],
      ['Kurs', isEuro ? '' : perEur.toFixed(6).replace('.', ',')],
      ['Basis-Umsatz', isEuro ? '' : amount(euroCents)],
      ['WKZ Basis-Umsatz', isEuro ? '' : '"EUR"'],
      ['Konto', account],
      ['Gegenkonto (ohne BU-Schlüssel)', counterAccount],
      ['BU-Schlüssel', taxKey === '' ? '' : quoted(taxKey, 4)],
      ['Belegdatum', `${day.slice(8, 10)}${day.slice(5, 7)}`],
      ['Belegfeld 1', quoted(label, 36)],
      ['Belegfeld 2', dueDay(content)],
      ['Buchungstext', quoted(partner.name, 60)],
      ['EU-Land u. UStID (Bestimmung)', kind === 'otherEu' ? quoted(country, 15) : buyerId && quoted(buyerId, 15)],
      // the format has one day of supply, the last one
      ['Zusatzinformation - Art 1', period ? '"Leistungszeitraum"' : ''],
      ['Zusatzinformation - Inhalt 1', period ? `"${dayFirst(period.from)}-${dayFirst(period.to)}"` : ''],
      ['Auftragsnummer', content.order.number && quoted(content.order.number, 30)],
      ['Leistungsdatum', suppliedAt === null ? '' : dayFirst(suppliedAt, '')],
      ['EU-Steuersatz (Bestimmung)', kind === 'otherEu' ? percentOfRate(percent).toFixed(2).replace('.', ',') : ''],
    ])
    return `${TITLES.map((title) => fields.get(title) ?? '').join(';')}\r\n`
  })
  return rows.join('')
}

import { expect, test } from 'vitest'
import { readCamt } from './camt.ts'

const entry = (inner: string) => `<Ntry>${inner}</Ntry>`
const statement = (entries: string, version = '02') =>
  new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr>
<Stmt><Id>1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`)

const CREDIT = `<Amt Ccy="EUR">1190.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt>
<AcctSvcrRef>B-77</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
<RltdPties><Dbtr><Nm>M&#252;ller &amp; S&#246;hne</Nm></Dbtr></RltdPties><RmtInf><Ustrd>ORD-1</Ustrd><Ustrd>Anzahlung</Ustrd></RmtInf></TxDtls></NtryDtls>`

test('a credit with day, amount, payer, text and the bank’s own number', () => {
  const { transfers, unread } = readCamt(statement(entry(CREDIT)))
  expect(unread).toEqual([])
  expect(transfers).toEqual([
    { bookedOn: '2026-11-02', currency: 'EUR', amountCents: 1190_00, name: 'Müller & Söhne', text: 'ORD-1 Anzahlung', reference: 'B-77' },
  ])
})

test('a number that counts the entries of an account is distinct from that of another account', () => {
  const own = statement(entry(CREDIT.replace('<AcctSvcrRef>B-77</AcctSvcrRef>', '<NtryRef>1</NtryRef>')))
  expect(readCamt(own).transfers.map(({ reference }) => reference)).toEqual(['DE89370400440532013000 1'])
})

test('debits, reversals, what is pending and what is nothing are left out', () => {
  const others = [
    CREDIT.replace('CRDT', 'DBIT'),
    CREDIT.replace('<Sts>BOOK</Sts>', '<Sts><Cd>PDNG</Cd></Sts>'),
    CREDIT.replace('<CdtDbtInd>', '<RvslInd>true</RvslInd><CdtDbtInd>'),
    CREDIT.replace('1190.00', '0.00'),
  ]
  expect(readCamt(statement(others.map(entry).join('')))).toEqual({ transfers: [], unread: [] })
})

test('money that came in and cannot be read is named by its entry', () => {
  const unsplit = CREDIT.replace(/<NtryDtls>(.*)<\/NtryDtls>/s, '<NtryDtls>$1$1</NtryDtls>')
  const entries = [
    CREDIT.replace('CRDT', 'DBIT'),
    CREDIT.replace('EUR', 'GBP'),
    CREDIT,
    CREDIT.replace('1190.00', '1,190.00'),
    CREDIT.replace('2026-11-02', 'soon'),
    unsplit,
  ]
  const { transfers, unread } = readCamt(statement(entries.map(entry).join('')))
  expect(transfers).toHaveLength(1)
  expect(unread).toEqual([
    { row: 2, reason: '“GBP” is no currency of the shop' },
    { row: 4, reason: '“1,190.00” is no amount' },
    { row: 5, reason: '“soon” is no day' },
    { row: 6, reason: 'it names no amount' },
  ])
})

test('a batch has each of its transactions; newer versions name the payer one level deeper', () => {
  const batch = `<Amt Ccy="USD">300.5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-11-03T08:00:00Z</DtTm></BookgDt>
<AcctSvcrRef>B-78</AcctSvcrRef><NtryDtls>
<TxDtls><Amt Ccy="USD">100.50</Amt><RltdPties><Dbtr><Pty><Nm>Ann</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>INV-000001</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>
<TxDtls><Refs><EndToEndId>ORD-2</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="USD">200.00</Amt></TxAmt></AmtDtls></TxDtls></NtryDtls>`
  expect(readCamt(statement(entry(batch), '08')).transfers).toEqual([
    { bookedOn: '2026-11-03', currency: 'USD', amountCents: 100_50, name: 'Ann', text: 'INV-000001', reference: 'B-78/1' },
    { bookedOn: '2026-11-03', currency: 'USD', amountCents: 200_00, name: '', text: 'ORD-2', reference: 'B-78/2' },
  ])
})

test.each([
  ['another document', '<Document><CstmrCdtTrfInitn/></Document>'],
  ['broken XML', '<Document><BkToCstmrStmt><Stmt></Document>'],
  ['a document type', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Document/>'],
])('%s is refused', (_name, xml) => {
  expect(() => readCamt(new TextEncoder().encode(xml))).toThrow(/^it /)
})

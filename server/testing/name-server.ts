import { createSocket } from 'node:dgram'
import dns from 'node:dns'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'
import { vi } from 'vitest'

const AAAA = 28
/** Bytes of the header, before the name that is asked for. */
const HEADER = 12
/** Flags of an answer: with addresses, of a server that fails, of a name that nobody has. */
const FLAGS = { found: 0x8180, broken: 0x8182, unknown: 0x8183 }

/** Addresses of a name, of both families; `unknown`: there is no such name; `broken`: the server fails; `silent`: no answer. */
type Reply = readonly string[] | 'unknown' | 'broken' | 'silent'

/** A name server of DNS on this machine. */
export interface NameServer {
  /** Names that were asked for, once for each family. */
  asked: string[]
  /** Answers from now on; default: no name is known. */
  answer: (reply: (name: string) => Reply) => void
  close: () => void
}

/** Returns the labels of the question, and the byte behind it. */
function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = HEADER
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function writeRecord(type: number, address: string): Buffer {
  const data = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.alloc(HEADER)
  head.writeUInt16BE(0xc000 + HEADER, 0) // the name of the question
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function writeAnswer(query: Buffer, reply: Exclude<Reply, 'silent'>): Buffer {
  const { type, end } = readQuestion(query)
  const isWanted = (address: string) => address.includes(':') === (type === AAAA)
  const records = typeof reply === 'string' ? [] : reply.filter(isWanted).map((address) => writeRecord(type, address))
  const answer = Buffer.concat([query.subarray(0, end), ...records])
  answer.writeUInt16BE(FLAGS[typeof reply === 'string' ? reply : 'found'], 2)
  answer.writeUInt16BE(records.length, 6)
  answer.writeUInt32BE(0, 8)
  return answer
}

/** Opens a name server, which new resolvers ask until mocks are restored. */
export async function openNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  const { Resolver } = dns.promises
  vi.spyOn(dns.promises, 'Resolver').mockImplementation(function open(options) {
    const resolver = new Resolver(options)
    resolver.setServers([`127.0.0.1:${port}`])
    return resolver
  })
  let answer: (name: string) => Reply = () => 'unknown'
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name } = readQuestion(query)
    asked.push(name)
    const reply = answer(name)
    if (reply !== 'silent') socket.send(writeAnswer(query, reply), from.port, from.address)
  })
  return {
    asked,
    answer: (next) => {
      answer = next
    },
    close: () => socket.close(),
  }
}

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A small mail server that stores the mails it receives, and fails like real ones. */

interface ReceivedMail {
  from: string
  to: string
  subject: string
  text: string
  /** The address on a line of its own. */
  link: string
}

/** `refuses` answers 550 to every recipient, `busy` 451, `hangs` accepts connections and never answers. */
type SmtpFault = 'refuses' | 'busy' | 'hangs'

export interface FakeSmtp {
  url: string
  mails: ReceivedMail[]
  fault: SmtpFault | undefined
  /** The number of connections so far. */
  connections: number
  /** The newest mail to an address once there are `count` of them. */
  received(to: string, count?: number): Promise<ReceivedMail>
  stop(): Promise<void>
}

export async function startSmtp(): Promise<FakeSmtp> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    smtp.connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    if (smtp.fault !== 'hangs') converse(socket)
  })

  function converse(socket: Socket) {
    const say = (line: string) => socket.write(`${line}\r\n`)
    const envelope = { from: '', to: '' }
    let unread = ''
    let data: string[] | undefined
    say('220 fake ESMTP')
    socket.setEncoding('utf8').on('data', (chunk) => {
      const lines = (unread + chunk).split('\r\n')
      unread = lines.pop()!
      for (const line of lines) {
        if (data) {
          if (line !== '.') {
            data.push(line.replace(/^\.\./, '.'))
            continue
          }
          smtp.mails.push(mailOf(envelope, data))
          data = undefined
          say('250 kept')
        } else if (/^EHLO/i.test(line)) say('250 fake')
        else if (/^MAIL FROM:/i.test(line)) {
          envelope.from = /<(.*?)>/.exec(line)![1]!
          say('250 ok')
        } else if (/^RCPT TO:/i.test(line)) {
          if (smtp.fault) say(smtp.fault === 'busy' ? '451 try again later' : '550 no such mailbox')
          else {
            envelope.to = /<(.*?)>/.exec(line)![1]!
            say('250 ok')
          }
        } else if (/^DATA/i.test(line)) {
          data = []
          say('354 go on')
        } else if (/^QUIT/i.test(line)) {
          say('221 bye')
          socket.end()
        } else say('250 ok')
      }
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const smtp: FakeSmtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails: [],
    fault: undefined,
    connections: 0,
    received: async (to, count = 1) => {
      for (let tries = 0; tries < 2500; tries++) {
        const found = smtp.mails.filter((mail) => mail.to === to)
        if (found.length >= count) return found.at(-1)!
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error(`no mail number ${count} to ${to} within 25 s`)
    },
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return smtp
}

function mailOf(envelope: { from: string; to: string }, lines: string[]): ReceivedMail {
  const end = lines.indexOf('')
  const head = lines
    .slice(0, end)
    .join('\n')
    .replace(/\n[ \t]/g, ' ')
  const body = lines.slice(end + 1).join('\n')
  const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(head)
  const text = isQuoted
    ? body.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : body
  const subject = /^subject: (.*)$/im.exec(head)?.[1] ?? ''
  return { ...envelope, subject, text, link: /^https?:\S+$/m.exec(text)?.[0] ?? '' }
}

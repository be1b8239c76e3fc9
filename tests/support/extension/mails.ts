const headers = (from: string, subject: string, type = 'text/plain') => `From: ${from}
To: Reader <reader@webmail.example>
Subject: ${subject}
Date: Sat, 1 Mar 2025 09:30:00 +0000
Message-ID: <${subject.length}.${from.length}@sender.example>
MIME-Version: 1.0
Content-Type: ${type}; charset=utf-8

`

export const phishing =
  headers('PayPal Security <alerts@paypa1-secure.example>', 'Verify your account', 'text/html') +
  `<p>Your account is suspended. Verify your password within 24 hours or it will be closed.</p>
<p><a href="http://203.0.113.9/login.php">https://www.paypal.com/signin</a></p>
`

export const arabicPhishing =
  headers('البنك العربي <alerts@bank-verify.example>', 'تأكيد الحساب', 'text/html') +
  `<p>تم إيقاف حسابك. يُرجى تأكيد كلمة المرور خلال 24 ساعة وإلا أُغلق الحساب.</p>
<p><a href="http://203.0.113.9/login.php">https://www.arabbank.jo/login</a></p>
`

export const honest = `${headers(
  'Layla Haddad <layla@cedar-supplies.example>',
  'Delivery of the new desks on Tuesday',
)}Dear Salma, dear Rami,

the twelve desks arrive on Tuesday between nine and eleven. Please keep the lift free.

Layla
`

/**
 * The commonest passwords that are long enough to pass by length alone, without what stands between
 * their letters and digits. They are the first that a guesser tries.
 */
const list = `
123456789012 1234567890123 12345678901234 123456789123 123456789abc 123456123456 123123123123
1234567890qw 1234567890qwerty 123qweasdzxc 123qwe123qwe 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc
1qaz2wsx3edc4rfv 1qazxsw23edc 1a2b3c4d5e6f 0987654321qw 098765432100 987654321000 9876543210ab
111111111111 000000000000 112233445566 121212121212 102030405060 147258369000 159357159357
qwertyuiop12 qwertyuiop123 qwertyuiopas qwertyuiopasdf qwertyuiop1234 qwerty123456 qwerty1234567
qwerty12345678 qwertyqwerty qwertyasdfgh qwertyasdfghzxcvbn qweasdzxc123 qweasdzxcrty qazwsxedcrfv
qazwsxedc123 qazwsx123456 asdfghjkl123 asdfghjkl1234 asdfghjklzxcvbnm asdfasdfasdf asdf12345678
zxcvbnm12345 zxcvbnm123456 zxcvbnmasdfgh zaq12wsxcde3 zaq1zaq1zaq1 abcdefghijkl abcdefgh1234
abcdefg12345 abcd1234abcd abc123abc123 abc123456789 abcdef123456 aa123456789a a1b2c3d4e5f6
password1234 password12345 password123456 password1234567 passwordpassword password2020 password2021
password2022 password2023 password2024 password2025 password2026 password2027 passw0rd1234
passw0rd12345 p4ssw0rd1234 p455w0rd1234 mypassword12 mypassword123 mypassword1234 thepassword1
newpassword1 newpassword12 newpassword123 changeme1234 changeme12345 changeme123456 changemenow1
changeit1234 letmein12345 letmein123456 letmeinplease letmeinletmein welcome12345 welcome123456
welcome1234567 welcomewelcome welcometo2025 welcometo2026 administrator administrator1
administrator123 admin1234567 admin12345678 admin123456789 adminadmin12 adminadmin123 adminadminadmin
administrador superadmin12 superadmin123 superuser1234 rootrootroot rootpassword sysadmin1234
iloveyou1234 iloveyou12345 iloveyou123456 iloveyouforever iloveyousomuch ilovemyfamily ilovemymother
sunshine1234 sunshine12345 princess1234 princess12345 football1234 football12345 baseball1234
superman1234 superman12345 batman123456 spiderman123 spiderman1234 dragon123456 monkey123456
shadow123456 master123456 michael12345 jennifer1234 jessica12345 jordan123456 liverpool123
liverpool1234 manchester12 manchesterunited barcelona123 barcelona1234 realmadrid12 realmadrid123
chelsea12345 arsenal12345 juventus1234 starwars1234 pokemon12345 minecraft123 minecraft1234
computer1234 computer12345 internet1234 google123456 facebook1234 facebook12345 instagram123
whatsapp1234 linkedin1234 microsoft123 microsoft1234 samsung12345 samsung123456 iphone123456
summer202020 summer123456 winter123456 spring123456 autumn123456 secret123456 secretsecret
secretpassword trustno1trustno1 trustno11234 test12345678 test123456789 testtesttest testtest1234
testpassword testing12345 guest1234567 user12345678 userpassword temp12345678 temporary123
default12345 default123456 company12345 office123456 security1234 security12345 emailsecurity
correcthorsebatterystaple correcthorsebattery mustang12345 charlie12345 michelle1234 hello1234567
hellohello12 helloworld12 helloworld123 helloworld1234 goodmorning1 blessed12345 jesuschrist1
ilovejesus12 alhamdulillah bismillah123 bismillah1234 bismillah786 allahuakbar1 mohammed1234
muhammad1234 mohammad1234 habibi123456 jordan962962
`

const common = new Set(list.split(/\s+/).filter((word) => word !== ''))

/** @param plain the password in lower case, its letters and digits alone */
export function isCommonPassword(plain: string): boolean {
  return common.has(plain)
}

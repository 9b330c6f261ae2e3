import { normalizeText } from '#domain/shared/normalize-text.ts'

/**
 * The most common passwords of six characters and more, in lower case: the top of the lists that leaks
 * repeat. Keyboard runs and repeated characters are recognized by rule below.
 */
const common = new Set(
  `password password1 password12 password123 password1234 password! passw0rd p@ssword p@ssw0rd pass123 pass1234 passport passwort
motdepasse contraseña qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyu qwe123 qweasd qweasdzxc qwer1234 1q2w3e 1q2w3e4r
1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 zxcvbnm1 asd123 asdf1234 asdfgh1 abc123 abc1234 abc12345
abcd123 abcd1234 abcdef1 a123456 a1234567 a12345678 a123456789 aa123456 aa12345678 123456a 12345678a 123456789a 123abc 1234abcd
123qwe 123123123 12341234 112233 121212 123321 12344321 1234554321 123456654321 131313 101010 102030 123654 124578 135790 142536
147258 147258369 147852 147852369 159357 159753 159951 192837 192837465 201010 202020 212121 232323 246810 252525 258456 321321
420420 456123 456789 486486 505050 520520 741852 741852963 753951 789456 789456123 797979 852456 951753 963852 963852741 987654
123987 696969 070707 080808 020202 welcome welcome1 welcome123 letmein letmein1 letmein123 iloveyou iloveyou1 iloveyou2 iloveu
loveme lovely lovers love123 mylove forever princess princess1 princesa sunshine sunshine1 monkey monkey1 monkey123 dragon dragon1
dragon123 football football1 baseball baseball1 basketball soccer hockey master master1 master123 shadow shadow1 superman superman1
batman batman1 spiderman pokemon pokemon1 naruto starwars trustno1 michael michael1 jessica jessica1 jennifer jordan jordan23 ashley
charlie charlie1 daniel daniel1 andrew matthew joshua thomas robert michelle nicole amanda andrea anthony samantha hannah hunter
hunter1 hunter2 maggie ginger pepper buster bailey cookie cheese summer winter spring autumn flower flowers butterfly chocolate
orange banana purple yellow silver golden diamond computer computer1 internet internet1 samsung google google1 facebook youtube
apple123 iphone lenovo microsoft windows secret secret1 secret123 freedom whatever killer killer1 hello1 hello123 hellohello
helloworld changeme changeme123 default guest123 guest1 root123 toor123 admin1 admin12 admin123 admin1234 admin12345 administrator
administrator1 adminadmin system system1 server oracle mysql1 user123 user1234 username temp123 test12 test123 test1234 test12345
testing testing1 testtest sample sample1 access access14 access123 login123 nothing blahblah fuckyou fuckyou1 fuckme asshole biteme
pussy1 mustang mustang1 ferrari porsche mercedes corvette camaro harley yamaha toyota nissan chelsea arsenal liverpool liverpool1
barcelona realmadrid juventus rangers lakers yankees cowboys steelers eagles tigger tigger1 snoopy mickey disney angels angel1
angel123 babygirl babygirl1 blink182 myspace1 linkedin linkedin1 minecraft fortnite roblox zombie matrix merlin phoenix ranger
thunder tiger1 tigers eagle1 cowboy maverick marlboro jackson london paris1 newyork america canada brasil mexico germany france
portugal qazwsx qazwsx1 qazwsx123 qazwsxedc xxxxxx1 x123456 z123456 zxc123 zxcvb1 lol123 lollol lalala hahaha hahahaha nopass
nopassword mypassword mypass mypass123 thepassword passpass passme password2 password3 password01 password11 password123!
driveline driveline1 driveline123 autoparts autoparts1`.split(/\s+/),
)

/**
 * Keyboard rows, the digits, the alphabet: a password cut from one of them, in either direction, is not a
 * secret.
 */
const runs = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qwertzuiop',
]

/**
 * True for a password of six characters or more that an attacker would try first: a common one, a keyboard
 * run, or one to three characters repeated. Shorter ones are refused for their length.
 */
export function isCommonPassword(password: string): boolean {
  const plain = normalizeText('NFKC', password).trim().toLowerCase()
  if (plain.length < 6) return false
  const backwards = plain.split('').toReversed().join('')
  return (
    common.has(plain) ||
    runs.some((run) => run.includes(plain) || run.includes(backwards)) ||
    /^(.{1,3})\1+$/u.test(plain)
  )
}

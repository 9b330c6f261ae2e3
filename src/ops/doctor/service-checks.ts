import { address } from './address.ts'
import { bucket } from './bucket.ts'
import { cardProvider } from './card-provider.ts'
import type { ServiceCheck } from './check.ts'
import { database } from './database.ts'
import { identityProvider } from './identity.ts'
import { imageHost } from './image-host.ts'
import { mail } from './mail.ts'
import { replica } from './replica.ts'
import { signInIssuer } from './sign-in-issuer.ts'
import { traceReceiver } from './trace-receiver.ts'

/** Checks of all services that settings can configure, one file each. A new one is a line here. */
export const serviceChecks: readonly ServiceCheck[] = [
  database,
  replica,
  cardProvider,
  mail,
  imageHost,
  bucket,
  identityProvider,
  signInIssuer,
  address,
  traceReceiver,
]

import { createContext } from 'react'

/** The CSP nonce of the page's inline scripts. Undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)

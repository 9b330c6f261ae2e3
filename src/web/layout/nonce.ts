import { createContext } from 'react'

/** On the server: marks this page's own inline scripts, so that the policy allows them and no other. Undefined in the browser. */
export const NonceContext = createContext<string | undefined>(undefined)

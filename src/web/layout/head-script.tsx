import { use } from 'react'
import { SCRIPT_LOAD_ERROR_ID } from '../hydration/script-load-error.tsx'
import { NonceContext } from './nonce.ts'

// Before the first paint: the remembered theme, and whether somebody is signed in here (the page itself is the same for all).
const appearance = `try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')d.dataset.theme=t;if(localStorage.getItem('accessToken')&&localStorage.getItem('session'))d.setAttribute('data-signed-in','')}catch(e){}`

// A page that begins at its top may leave undrawn what is far down (`drawn-when-near`), until somebody scrolls: every place must be exact then.
const fromTop = `var n=performance.getEntriesByType('navigation')[0];if(n&&n.type==='navigate'&&!location.hash){d.setAttribute('data-from-top','');addEventListener('scroll',function(){d.removeAttribute('data-from-top')},{once:true})}`

// Before zod: it finds out by trying whether it may compile code, and the page's policy would report that.
const zod = `globalThis.__zod_globalConfig={jitless:true};`

// Somebody who came by one of our own links, before scripts took the page over, is led to the heading as on every other way.
const heading = `addEventListener('DOMContentLoaded',function(){var h=document.querySelector('main h1');if(h&&d.hasAttribute('data-from-top')&&document.referrer.indexOf(location.origin+'/')===0){h.tabIndex=-1;h.focus({preventScroll:true})}})`

// The page's own script, or one that it imports, could not be fetched: without it most pages would say "Loading" for ever.
const missing = `addEventListener('error',function(e){var m=document.getElementById('${SCRIPT_LOAD_ERROR_ID}');if(m&&e.target.type==='module'){var b=m.querySelector('button');m.hidden=b.hidden=false;b.onclick=function(){location.reload()}}},true)`

const script = `${zod}(function(d){${appearance}${fromTop};${heading};${missing}})(document.documentElement)`

/** The tiny script in the head that spares everybody a flash of the wrong theme or of "Log in", finds the heading, and tells of missing scripts. */
export function HeadScript() {
  return (
    <script nonce={use(NonceContext)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  )
}

import { use } from 'react'
import { SCRIPT_LOAD_ERROR_ID } from '../hydration/script-load-error.tsx'
import { NonceContext } from './nonce.ts'

// Before first paint: the saved theme, and whether the visitor is signed in (the cached page is the same for everyone).
const appearance = `try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')d.dataset.theme=t;if(localStorage.getItem('accessToken')&&localStorage.getItem('session'))d.setAttribute('data-signed-in','')}catch(e){}`

// `drawn-when-near` is safe only at the top of a page; when the user scrolls, every height must be exact.
const fromTop = `var n=performance.getEntriesByType('navigation')[0];if(n&&n.type==='navigate'&&!location.hash){d.setAttribute('data-from-top','');addEventListener('scroll',function(){d.removeAttribute('data-from-top')},{once:true})}`

// Before zod, which probes `eval` and would trigger a CSP report.
const zod = `globalThis.__zod_globalConfig={jitless:true};`

// A same-site navigation before hydration gets the focus on its heading, as client navigations do.
const heading = `addEventListener('DOMContentLoaded',function(){var h=document.querySelector('main h1');if(h&&d.hasAttribute('data-from-top')&&document.referrer.indexOf(location.origin+'/')===0){h.tabIndex=-1;h.focus({preventScroll:true})}})`

// A script of the page failed to load: without it most pages would show "Loading" forever.
const missing = `addEventListener('error',function(e){var m=document.getElementById('${SCRIPT_LOAD_ERROR_ID}');if(m&&e.target.type==='module'){var b=m.querySelector('button');m.hidden=b.hidden=false;b.onclick=function(){location.reload()}}},true)`

const script = `${zod}(function(d){${appearance}${fromTop};${heading};${missing}})(document.documentElement)`

/** Inline script in the head: prevents a flash of the wrong theme or of "Log in", focuses the heading, and reports scripts that fail to load. */
export function HeadScript() {
  return (
    <script nonce={use(NonceContext)} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  )
}

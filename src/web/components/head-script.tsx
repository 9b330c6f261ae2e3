// Before the first paint: the remembered theme, and whether somebody is signed in here (the page itself is the same for all).
// And before zod: it finds out by trying whether it may compile code, and the page's policy would report that.
const script = `globalThis.__zod_globalConfig={jitless:true};(function(d){try{var t=localStorage.getItem('theme');if(t==='light'||t==='dark')d.dataset.theme=t;if(localStorage.getItem('accessToken')&&localStorage.getItem('session'))d.setAttribute('data-signed-in','')}catch(e){}})(document.documentElement)`

/** The tiny script in the head that spares everybody a flash of the wrong theme or of "Log in". */
export function HeadScript() {
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
}

import { palettesOf } from '#rules/settings/accent.ts'

// The colours of the documentation, and one more pair for errors. Every text has a contrast of at least 4.5 : 1.
export function pageStyle(hue: number): string {
  const { light, dark } = palettesOf(hue)
  return `
:root{color-scheme:light dark;--ink:#18211e;--soft:#56635e;--paper:#f7f6f2;--card:#fff;--line:#e2e0d8;--accent:${light.accent};--on-accent:${light.onAccent};--tint:${light.tint};--post:#8a4708;--post-tint:#faecd9;--type:#2b5a8c;--type-tint:#e4edf7}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebe8;--soft:#a2afaa;--paper:#111615;--card:#181f1d;--line:#2b3532;--accent:${dark.accent};--on-accent:${dark.onAccent};--tint:${dark.tint};--post:#f2bb78;--post-tint:#3b2a15;--type:#9cc4f0;--type-tint:#1b2e44}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{display:flex;flex-direction:column;min-height:100vh;min-height:100svh;max-width:33rem;margin:0 auto;padding:1.25rem max(1.5rem,env(safe-area-inset-right)) max(1.5rem,env(safe-area-inset-bottom)) max(1.5rem,env(safe-area-inset-left));font:1.0625rem/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:break-word}
h1,p{margin:0}
bdi,code{overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:center;padding-bottom:1rem;border-bottom:1px solid var(--line)}
.mark{display:flex;gap:.5rem;align-items:center;font-weight:700;letter-spacing:-.02em}
.mark svg{color:var(--accent)}
main{padding:2.5rem 0 2rem}
.sign{display:grid;place-items:center;width:4rem;height:4rem;margin-bottom:1.5rem;border-radius:50%}
.refused{color:var(--post);background:var(--post-tint)}
.trouble{color:var(--type);background:var(--type-tint)}
.done{color:var(--accent);background:var(--tint)}
h1{margin-bottom:1rem;font-size:clamp(1.65rem,1.4rem + 1.4vw,2rem);line-height:1.2;letter-spacing:-.02em;text-wrap:balance}
main p{text-wrap:pretty}
main p+p{margin-top:.9rem}
strong,main code{font-weight:600}
code{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
main .act{margin-top:2rem}
.act a,.act button{display:flex;align-items:center;justify-content:center;width:100%;min-height:3.25rem;padding:.6rem 1.25rem;border:2px solid transparent;border-radius:12px;font:inherit;font-weight:600;line-height:1.3;text-align:center;text-decoration:none;color:var(--on-accent);background:var(--accent);cursor:pointer}
.act a:hover,.act button:hover{text-decoration:underline}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
.act :focus-visible{border-radius:12px}
.quiet a{border-color:var(--soft);border-width:1px;color:var(--ink);background:var(--card)}
main .act+.act{margin-top:.9rem}
.choices{margin:1.5rem 0 0;padding:0;border-top:1px solid var(--line);list-style:none}
.choices li{display:flex;gap:1rem;align-items:center;justify-content:space-between;padding:.75rem 0;border-bottom:1px solid var(--line)}
.choices small{display:block;color:var(--soft);font-size:.85rem}
.choices button{min-width:7.5rem;min-height:44px;padding:.4rem .75rem;border:1px solid var(--soft);border-radius:10px;font:inherit;font-size:.95rem;font-weight:600;color:var(--ink);background:var(--card);cursor:pointer}
main .ask{margin-top:1.75rem;padding-top:1rem;border-top:1px solid var(--line)}
.ask span{display:block;color:var(--soft);font-size:.9rem}
.ask a{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
footer{margin-top:auto;padding-top:1rem;color:var(--soft);font-size:.85rem}
footer code{display:block;color:var(--ink);-webkit-user-select:all;user-select:all}
@media (min-width:36rem){
body{justify-content:center;padding-block:2rem}
header{padding:0 .25rem 1.25rem;border:0}
main{padding:2.5rem;background:var(--card);border:1px solid var(--line);border-radius:18px}
footer{margin:0;padding:1.25rem .25rem 0}
}
`
}

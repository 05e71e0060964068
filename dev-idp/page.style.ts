// Colours for light and dark mode; text contrast is at least 4.5:1.
export const pageStyle = `
:root{color-scheme:light dark;--ink:#18211e;--soft:#56635e;--paper:#f7f6f2;--card:#fff;--line:#e2e0d8;--edge:#8a928d;--accent:#0a6b59;--tint:#e3f1ec;--alarm:#9c2b12;--alarm-ink:#fff;--stripe:#8a230c}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebe8;--soft:#a2afaa;--paper:#111615;--card:#181f1d;--line:#2b3532;--edge:#6b7873;--accent:#74d6c0;--tint:#17362f;--alarm:#f2b36a;--alarm-ink:#231402;--stripe:#e6a458}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:break-word}
h1,p,ul{margin:0}
header{padding:.85rem 1.25rem;color:var(--alarm-ink);background:repeating-linear-gradient(135deg,var(--alarm) 0 14px,var(--stripe) 14px 28px)}
header p{max-width:44rem;margin-inline:auto;text-wrap:pretty}
header b{display:block;font-size:1.05rem;letter-spacing:-.01em}
header span{font-size:.95rem}
main{max-width:46.5rem;margin-inline:auto;padding:1.75rem 1.25rem 3rem}
h1{font-size:clamp(1.75rem,1.4rem + 1.8vw,2.3rem);line-height:1.15;letter-spacing:-.03em}
h1+p{margin-top:.5rem;color:var(--soft)}
.alert{margin-top:1rem;padding:.7rem .9rem;border-left:4px solid var(--alarm);border-radius:4px 10px 10px 4px;background:var(--card)}
.code{margin-top:1.25rem;color:var(--soft);font-size:.95rem}
code{font:.875em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}
ul{display:grid;gap:.6rem;margin:1.4rem 0;padding:0;list-style:none}
button,.home{display:block;width:100%;min-height:44px;font:inherit;color:inherit;text-align:start;border:1px solid var(--line);border-radius:12px;background:var(--card);cursor:pointer}
li button{display:flex;flex-direction:column;align-items:stretch;justify-content:start;padding:.75rem 1rem;height:100%}
button:hover,.home:hover{border-color:var(--accent);background:var(--tint)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
li span{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:0 .75rem}
li b{font-size:1.05rem;letter-spacing:-.01em}
li code{color:var(--accent)}
li small{display:block;margin-top:.1rem;font-size:.92rem;line-height:1.4;text-wrap:pretty;color:var(--soft)}
li button:hover small{color:var(--ink)}
.cancel,.home{padding:.6rem 1.25rem;text-align:center;border-color:var(--edge);background:transparent}
.home{margin-top:1.75rem;text-decoration:none}
@media (min-width:44rem){
main{padding-top:2.75rem}
ul{grid-template-columns:1fr 1fr}
.cancel,.home{width:auto}
.home{display:inline-block}
}
`

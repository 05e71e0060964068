// Colours for light and dark mode; every text has a contrast of at least 4.5 : 1 with its background.
export const docsStyle = `
:root{color-scheme:light dark;--ink:#18211e;--soft:#56635e;--paper:#f7f6f2;--card:#fff;--line:#e2e0d8;--accent:#0a6b59;--tint:#e3f1ec;--post:#8a4708;--post-tint:#faecd9;--type:#2b5a8c;--code:#15201d;--code-ink:#dcebe5}
@media (prefers-color-scheme:dark){:root{--ink:#e6ebe8;--soft:#a2afaa;--paper:#111615;--card:#181f1d;--line:#2b3532;--accent:#74d6c0;--tint:#17362f;--post:#f2bb78;--post-tint:#3b2a15;--type:#9cc4f0;--code:#0b0f0e;--code-ink:#cfe0d9}}
*{box-sizing:border-box}
html{scroll-padding:1.5rem 0;-webkit-text-size-adjust:100%}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
body{margin:0 auto;max-width:78rem;padding:0 1.25rem 5rem;font:1rem/1.6 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:break-word}
h1,h2,h3,h4,p,ul,dl,dd,pre{margin:0}
h1{font-size:clamp(2rem,1.6rem + 2vw,2.75rem);line-height:1.1;letter-spacing:-.03em}
h1 span{color:var(--accent)}
h3{font-size:1.2rem;line-height:1.35;letter-spacing:-.01em}
h4{margin:1.4rem 0 .3rem;font-size:.8rem;font-weight:600;color:var(--soft)}
main h2{margin:3.5rem 0 1rem;font-size:1.6rem;line-height:1.2;letter-spacing:-.02em}
main>p,main>ul{max-width:44rem;margin-bottom:1rem}
main>ul{padding-left:1.2rem}
main>ul li{margin:.5rem 0}
main:focus{outline:0}
a{color:var(--accent);text-underline-offset:.2em;text-decoration-thickness:1px}
a:has(code){text-underline-offset:.4em}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:4px}
code,pre{font:.875em/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;overflow-wrap:anywhere}
i{font-style:normal}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1.25rem;top:.75rem;padding:.4rem .8rem;background:var(--card)}
header{padding:3.5rem 0 2rem;border-bottom:1px solid var(--line)}
header p{margin:.7rem 0 1.4rem;font-size:1.15rem;color:var(--soft)}
header ul{display:flex;flex-wrap:wrap;gap:.4rem 2rem;padding:0;list-style:none;font-size:.95rem;color:var(--soft)}
header code{color:var(--ink)}
nav{padding:1.5rem 0 0}
nav h2{margin:1.2rem 0 .2rem;font-size:.8rem;color:var(--soft);font-weight:600}
nav ul{list-style:none;padding:0}
nav a{display:flex;gap:.6rem;padding:.45rem 0;align-items:baseline;color:var(--ink);text-decoration:none}
nav a:hover{color:var(--accent);text-decoration:underline}
b.get,b.post,b.put,b.delete{flex:none;padding:.1rem .45rem;border-radius:5px;font-size:.72rem;line-height:1.4;letter-spacing:.03em;color:var(--accent);background:var(--tint)}
b.post,b.put,b.delete{color:var(--post);background:var(--post-tint)}
nav b{min-width:3.1rem;text-align:center}
section{margin:0 0 1.25rem;padding:1.4rem 1.5rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:14px}
section:target{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
section>p{margin-top:.7rem;max-width:44rem}
h3 a{color:inherit;text-decoration:none}
h3 a:has(code){text-underline-offset:.4em}
a:hover{text-decoration:underline}
.call{display:flex;gap:.6rem;align-items:baseline}
.call code{font-size:.95rem}
.call i,nav i{color:var(--soft)}
section>.type{margin-top:.2rem}
.type code,dd>code{color:var(--type)}
.type a,dd>code a{color:inherit}
dl{border-top:1px solid var(--line)}
section>h3+dl,section>p:not(.call)+dl{margin-top:.9rem}
dl>div{display:grid;grid-template-columns:12.5rem minmax(0,1fr);gap:0 1rem;padding:.42rem 0;border-bottom:1px solid var(--line)}
dt code{font-weight:600}
dt i{color:var(--soft);padding-left:.1em}
dd>span{display:block;color:var(--soft);font-size:.94rem;line-height:1.5}
dd>span code{white-space:nowrap}
dd dl{margin-top:.4rem;border-left:2px solid var(--line);border-top:0;padding-left:1rem}
dd dl>div{grid-template-columns:9rem minmax(0,1fr)}
dd dd dl>div{display:block}
dd dl>div:last-child,section>dl>div:last-child{border-bottom:0}
.codes{display:flex;flex-wrap:wrap;gap:.3rem 1rem}
section>.codes{margin-top:.2rem}
pre{padding:.9rem 1.1rem;border-radius:10px;background:var(--code);color:var(--code-ink);white-space:pre-wrap;word-break:break-all}
.errors>div{grid-template-columns:18rem minmax(0,1fr);padding:.6rem .5rem}
.errors b{display:inline-block;min-width:2.6rem;color:var(--soft);font-weight:600}
.errors>div:target{background:var(--tint)}
.errors>div:target :is(b,span){color:var(--ink)}
@media (max-width:40rem){
section{margin-inline:-.5rem;padding:1.1rem 1rem 1.2rem}
header{padding:2.2rem 0 1.6rem}
header ul{display:block}
header li{margin:.2rem 0}
dl>div,dd dl>div{display:block}
dl:not(.errors)>div>:is(dt,dd){display:inline}
dl:not(.errors) dt{margin-right:.5rem}
dd dl{margin-bottom:.2rem}
}
@media (min-width:62rem){
body{display:grid;grid-template:auto 1fr/17rem minmax(0,1fr);gap:0 3.5rem;padding-inline:2.5rem}
header{grid-column:1/-1}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:1.8rem 0 2rem}
nav a{padding:.25rem 0;font-size:.95rem}
nav code{font-size:.82rem}
main>h2:first-child{margin-top:2.6rem}
}
`

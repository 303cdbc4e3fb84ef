'use strict';
// What all pages share: the data, elements, and the card that opens over the page.
const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);

// el makes an element; text is never taken for markup.
function el(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes || {})) if (v !== undefined && v !== '') e.setAttribute(k, v);
  e.append(...children.filter(c => c !== undefined && c !== ''));
  return e;
}

const verdict = (status, text) => el('span', {class: 'v v-' + status}, text || status);
const count = (n, thing) => n.toLocaleString('en') + ' ' + thing + (n === 1 ? '' : 's');
const quoted = id => /^[\w.\/:=@,+%-]+$/.test(id) ? id : "'" + id.replaceAll("'", "'\\''") + "'";

// fields is a list of names and values without those that have no value.
function fields(pairs) {
  const dl = el('dl');
  for (const [name, ...values] of pairs)
    if (values.some(v => v)) dl.append(el('dt', {}, name), el('dd', {}, ...values.filter(v => v)));
  return dl;
}

// command shows what is there to be copied.
const command = text => el('pre', {tabindex: 0}, text);

// away is a link out of the page. Only the web is linked: a stored result may hold any text.
const away = to => /^https?:\/\//.test(to) ? el('a', {href: to, rel: 'noreferrer'}, to) : to;

// told is what a result says of a case beyond its verdict.
function told(m) {
  const nodes = [fields([['want', m.want], ['got', m.got], ['because', m.reason], ['known', m.known], ['followed up', m.link && away(m.link)], ['blocked by', m.blocked && el('a', {href: '#clause/' + m.blocked}, m.blocked)]])];
  if (m.sent) {
    nodes.push(el('h3', {}, 'On the wire'));
    for (const x of m.sent) nodes.push(command(x));
  }
  if (m.curl) nodes.push(el('details', {}, el('summary', {}, 'The same as curl commands'), ...(m.first || []).concat(m.curl).map(command)));
  return nodes;
}

// A table that goes on to the right fades there, until it is scrolled to its end.
const fade = s => s.classList.toggle('cut', s.scrollLeft + s.clientWidth < s.scrollWidth - 1);
const sizes = new ResizeObserver(all => all.forEach(x => fade(x.target)));
for (const s of document.querySelectorAll('.scroll')) {
  sizes.observe(s);
  s.addEventListener('scroll', () => fade(s), {passive: true});
}

const card = $('card');
let trail = [], opener = null, shown = ''; // the links that previous and next step through; what had the focus; the link followed

// show opens the card, or fills it again.
function show(hash, at, nodes) {
  if (!card.open) {
    opener = document.activeElement;
    card.showModal();
  }
  shown = location.hash;
  const here = trail.indexOf(hash);
  $('card-prev').disabled = here < 1;
  $('card-next').disabled = here < 0 || here === trail.length - 1;
  $('card-at').textContent = here < 0 ? at : (here + 1).toLocaleString('en') + ' of ' + trail.length.toLocaleString('en');
  $('card-body').replaceChildren(...nodes);
  $('card-body').scrollTop = card.scrollTop = 0;
  $('card-body').focus();
}

function step(by) {
  const here = trail.indexOf(decodeURIComponent(location.hash)), to = trail[here + by];
  if (here >= 0 && to) location.replace('#' + encodeURI(to.slice(1)));
}

$('card-prev').onclick = () => step(-1);
$('card-next').onclick = () => step(1);
$('card-close').onclick = () => card.close();
card.addEventListener('click', e => { if (e.target === card) card.close(); });
card.addEventListener('close', () => {
  if (card.open || location.hash !== shown) return; // a key has opened another meanwhile
  if (/^#(case|clause|cell|at)\//.test(location.hash)) history.replaceState(null, '', typeof filters === 'function' ? filters() : location.pathname);
  if (opener && opener.isConnected) opener.focus();
});
addEventListener('keydown', e => {
  if (card.open && !e.ctrlKey && !e.metaKey && !e.altKey) {
    if (e.key === 'ArrowLeft') step(-1);
    if (e.key === 'ArrowRight') step(1);
  }
});

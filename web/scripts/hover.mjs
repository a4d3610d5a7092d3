// A finger hovers over nothing: phones take what was tapped last for hovered, so that it looks chosen until something else is
// tapped. Every rule with `:hover` is for devices whose pointer can hover alone.

const HOVERING = "(hover: hover)";

/** A PostCSS plugin. */
export function hoverPlugin() {
  return {
    postcssPlugin: "djambi-hover",
    Once(root, { AtRule }) {
      root.walkRules((rule) => {
        const hovering = rule.selectors.filter((selector) => selector.includes(":hover"));
        if (hovering.length === 0 || rule.parent.params === HOVERING) return;
        const others = rule.selectors.filter((selector) => !hovering.includes(selector));
        const media = new AtRule({ name: "media", params: HOVERING, source: rule.source });
        media.append(rule.clone({ selectors: hovering }));
        rule.after(media);
        if (others.length > 0) rule.selectors = others;
        else rule.remove();
      });
    },
  };
}

// A page that is opened from a disk may run no modules and no workers: it says so, and what to do instead. This file
// is no module, so that it runs there.
if (location.protocol === "file:") {
  document.getElementById("from-disk").hidden = false;
  var style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = "./from-disk.css";
  document.head.append(style);
}

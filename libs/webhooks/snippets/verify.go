package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const tolerance = 300 * time.Second

// VerifyWebhook returns an error unless a request comes from Ruaflow, as it was sent and not long ago. Give it the body
// as it came in: parsing and writing it again changes it.
//
// It returns the event's id (the header webhook-id). A delivery may come again, with the same id, for two days and
// whenever somebody asks for it: keep the ids that you are done with, and answer 2xx to one of them without doing
// anything.
func VerifyWebhook(body []byte, header http.Header, secret string) (string, error) {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	if id == "" || timestamp == "" {
		return "", errors.New("the request is not signed")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return "", errors.New("the request is too old")
	}

	// After whsec_ the key stands in base64; any other secret is the key itself.
	key := []byte(secret)
	if strings.HasPrefix(secret, "whsec_") {
		if key, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")); err != nil {
			return "", err
		}
	}
	if len(key) == 0 {
		return "", errors.New("there is no secret to check with")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := mac.Sum(nil)

	// While a secret is being changed there are two signatures: one that is right is enough.
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		version, text, _ := strings.Cut(signature, ",")
		given, err := base64.StdEncoding.DecodeString(text)
		if err == nil && version == "v1" && hmac.Equal(given, expected) {
			return id, nil
		}
	}
	return "", errors.New("the signature is not right")
}

// Runs the snippet on the requests on standard input and prints its answers as JSON.
package main

import (
	"encoding/json"
	"net/http"
	"os"

	"example.com/check/webhooks"
)

type request struct {
	Body    []byte            `json:"body"`
	Headers map[string]string `json:"headers"`
	Secret  string            `json:"secret"`
}

func main() {
	var requests []request
	if err := json.NewDecoder(os.Stdin).Decode(&requests); err != nil {
		panic(err)
	}
	answers := []*string{}
	for _, each := range requests {
		header := http.Header{}
		for name, value := range each.Headers {
			header.Set(name, value)
		}
		id, err := webhooks.VerifyWebhook(each.Body, header, each.Secret)
		if err != nil {
			answers = append(answers, nil)
		} else {
			answers = append(answers, &id)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}
